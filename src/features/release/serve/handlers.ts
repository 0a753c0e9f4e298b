import { answerTagged } from '../../../http/answer/json.ts';
import { answerContent, blobRepresentation } from '../../../http/content/bytes.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { JSON_TYPE } from '../../../kernel/media-type.ts';
import { required } from '../../../kernel/refusal.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import type { VerifiedObjects } from '../../../platform/objects/verified.ts';
import { DECLARATION_EXTRA, parseDocument, type ReleaseOrigin, releaseDeclarationSchema } from '../store/formats.ts';
import { readSourceManifest } from '../store/store.ts';
import { type ReleaseAnswers, withRelease } from './answers.ts';
import type { registryContract } from './contract.ts';
import type { OpenedRelease } from './opened.ts';
import type { Releases } from './releases.ts';

export function releaseHandlers(
  releases: Releases,
  answers: ReleaseAnswers,
  objects: Objects,
  verified: VerifiedObjects,
): Handlers<typeof registryContract> {
  async function readLevels(release: OpenedRelease): Promise<ReleaseOrigin['levels']> {
    const extra = release.side.extras[DECLARATION_EXTRA];
    if (extra === undefined) return null;
    const bytes = await verified.readWhole(release.expect(extra.sha256, extra.bytes));
    return required(parseDocument(releaseDeclarationSchema, bytes), 'object_corrupt').levels;
  }

  async function readOrigin(release: OpenedRelease): Promise<ReleaseOrigin> {
    const { server: id, releaseId, sourceId, side } = release;
    const { displayName, region } = side;
    const source = required((await readSourceManifest(objects, id, sourceId))?.value, 'release_invalid');
    const artifacts = source.files.map(({ originalFilename, bytes, sha256 }) => {
      return { fileName: originalFilename, bytes, sha256 };
    });
    return { server: { id, displayName, region }, releaseId, sourceId, levels: await readLevels(release), artifacts };
  }

  return {
    releaseList: ({ context }) => {
      const body = JSON.stringify({ releases: releases.listing });
      const headers = answers.plainTemplate('application/json', 'current');
      return answerContent(context, {
        identity: blobRepresentation(new Blob([body]), `"${sha256Hex(body)}"`),
        headers,
        ranges: false,
      });
    },
    releaseRead: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, ({ release, pinned }) => {
        const cache = pinned ? 'pinned' : 'current';
        if (query.projection === undefined) {
          return answerContent(context, answers.content(release, release.manifest, { cache, kind: 'document' }));
        }
        return answerTagged(
          context,
          new Blob([JSON.stringify(release.identity)]),
          [release.releaseId, 'releaseRead', 'identity'],
          answers.template(release, 'application/json', cache),
        );
      }),
    releaseOrigin: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, async ({ release, pinned }) => {
        const body = JSON.stringify(await readOrigin(release));
        const headers = answers.template(release, JSON_TYPE, pinned ? 'pinned-computed' : 'current');
        return answerTagged(context, new Blob([body]), [release.releaseId, 'releaseOrigin', sha256Hex(body)], headers);
      }),
    releaseEntryRead: ({ context, params, query }) =>
      withRelease(releases, answers, params.server, query.release, async ({ release, pinned }) => {
        const file = required(await release.readFile(query.path ?? ''), 'release_entry_not_found');
        const isDocument = /^(?:api|metadata)\//.test(file.path);
        const options = { cache: pinned ? 'pinned' : 'current', kind: isDocument ? 'document' : 'file' } as const;
        return answerContent(context, answers.content(release, file, options));
      }),
  };
}
