import { json } from '../../http/routing/answer.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type BeginDependencies, beginPublication } from './begin.ts';
import { type CommitDependencies, commitPublication, removeTraces } from './commit.ts';
import { publicationFindings, publicationResult, type publicationsContract, type ReceivedObject } from './contract.ts';
import { countMissing, type Publication, removePublication, requirePublication } from './publications.ts';
import { describeObject, receiveObject, receivePack } from './receive.ts';

export type PublicationHandlerDependencies = BeginDependencies & CommitDependencies;

export function publicationsHandlers(
  dependencies: PublicationHandlerDependencies,
): Handlers<typeof publicationsContract> {
  const { database, objects, spool } = dependencies;
  const { db } = database;

  const answer = async <Status extends 200 | 202>(row: Publication, status: Status) => {
    const { id, server, state, files, bytes, progress, result, findings } = row;
    const publication = {
      id,
      server,
      state,
      files,
      bytes,
      missing: state === 'open' ? await countMissing(db, id) : 0,
      createdAt: row.createdAt.getTime(),
      expiresAt: row.expiresAt.getTime(),
      progress,
      result: publicationResult.nullable().parse(result),
      errors: publicationFindings.parse((findings ?? []).filter(({ severity }) => severity === 'error')),
    };
    return { status, body: { publication } };
  };
  const answerObject = <Status extends 200 | 201>(object: ReceivedObject, status: Status) => ({
    status,
    body: object,
    headers: { 'Upload-Offset': String(object.received), 'Upload-Length': String(object.bytes) },
  });

  return {
    publicationCreate: async ({ context, actor }) => {
      const { publication, missing, isNew } = await beginPublication(dependencies, context, actor);
      const { id, expiresAt } = publication;
      return { status: isNew ? 201 : 200, body: { id, missing, expiresAt: expiresAt.getTime() } };
    },
    publicationRead: async ({ actor, params }) => answer(await requirePublication(db, actor, params.id), 200),
    publicationDelete: async ({ actor, params }) => {
      const { id, server } = await requirePublication(db, actor, params.id);
      if (!(await removePublication(db, id))) throw new Refusal('publication_closed');
      await removeTraces(objects, spool, id, server);
      return { status: 204 };
    },
    publicationObjectRead: async ({ actor, params }) => {
      const publication = await requirePublication(db, actor, params.id);
      return answerObject(await describeObject(dependencies, publication, params.digest), 200);
    },
    publicationObjectWrite: async ({ context, actor, params, headers }) => {
      const publication = await requirePublication(db, actor, params.id);
      const object = await receiveObject(dependencies, context, publication, params.digest, headers['content-range']);
      return answerObject(object, object.complete ? 201 : 200);
    },
    publicationPackWrite: async ({ context, actor, params }) => {
      const publication = await requirePublication(db, actor, params.id);
      return json({ received: await receivePack(dependencies, context, publication) });
    },
    publicationCommit: async ({ actor, params, body }) => {
      const publication = await requirePublication(db, actor, params.id);
      const { promote = true, strict = false, allowLoss = false } = body;
      const row = await commitPublication(dependencies, publication, actor, { promote, strict, allowLoss });
      return answer(row, row.state === 'committing' ? 202 : 200);
    },
  };
}
