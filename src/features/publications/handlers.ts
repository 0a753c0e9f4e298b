// Handlers of publications from elsewhere.
import { answerJson, answerNothing } from '../../http/answer/json.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type BeginParts, beginPublication } from './begin.ts';
import { type CommitParts, commitPublication, removeTraces } from './commit.ts';
import type { publicationsContract } from './contract.ts';
import { countMissing, type Publication, removePublication, requirePublication } from './publications.ts';
import { describeObject, type ReceivedObject, receiveObject, receivePack } from './receive.ts';

export type PublicationsParts = BeginParts & CommitParts;

export function publicationsHandlers(parts: PublicationsParts): Handlers<typeof publicationsContract> {
  const { database, objects, spool } = parts;
  const { db } = database;

  const answer = async (context: RequestContext, row: Publication, status = 200): Promise<Response> => {
    const { id, server, state, files, bytes, progress, result, findings } = row;
    const publication = {
      ...{ id, server, state, files, bytes },
      missing: state === 'open' ? await countMissing(db, id) : 0,
      createdAt: row.createdAt.getTime(),
      expiresAt: row.expiresAt.getTime(),
      ...{ progress, result },
      errors: (findings ?? []).filter(({ severity }) => severity === 'error').map(({ severity: _, ...rest }) => rest),
    };
    return answerJson(context, { publication }, { status });
  };
  const answerObject = (context: RequestContext, object: ReceivedObject, status: number): Response =>
    answerJson(context, object, {
      status,
      headers: { 'Upload-Offset': String(object.received), 'Upload-Length': String(object.bytes) },
    });

  return {
    publicationCreate: async ({ context, actor }) => {
      const { publication, missing, isNew } = await beginPublication(parts, context, actor);
      const { id, expiresAt } = publication;
      return answerJson(context, { id, missing, expiresAt: expiresAt.getTime() }, { status: isNew ? 201 : 200 });
    },
    publicationRead: async ({ context, actor, params }) =>
      answer(context, await requirePublication(db, actor, params.id)),
    publicationDelete: async ({ context, actor, params }) => {
      const { id, server } = await requirePublication(db, actor, params.id);
      if (!(await removePublication(db, id))) throw new Refusal('publication_closed');
      await removeTraces(objects, spool, id, server);
      return answerNothing(context);
    },
    publicationObjectRead: async ({ context, actor, params }) => {
      const publication = await requirePublication(db, actor, params.id);
      return answerObject(context, await describeObject(parts, publication, params.digest), 200);
    },
    publicationObjectWrite: async ({ context, actor, params, headers }) => {
      const publication = await requirePublication(db, actor, params.id);
      const object = await receiveObject(parts, context, publication, params.digest, headers['content-range']);
      return answerObject(context, object, object.complete ? 201 : 200);
    },
    publicationPackWrite: async ({ context, actor, params }) => {
      const publication = await requirePublication(db, actor, params.id);
      return answerJson(context, { received: await receivePack(parts, context, publication) });
    },
    publicationCommit: async ({ context, actor, params, body }) => {
      const publication = await requirePublication(db, actor, params.id);
      const row = await commitPublication(parts, publication, actor, body.promote ?? true);
      return answer(context, row, row.state === 'committing' ? 202 : 200);
    },
  };
}
