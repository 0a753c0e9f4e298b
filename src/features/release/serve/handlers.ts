// Handlers of the registry and of release reads.

import { answerTagged } from '../../../http/answer/json.ts';
import { answerContent, blobRepresentation } from '../../../http/content/bytes.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { type ReleaseAnswers, withRelease } from './answers.ts';
import type { registryContract } from './contract.ts';
import type { Releases } from './releases.ts';

export function releaseHandlers(releases: Releases, answers: ReleaseAnswers): Handlers<typeof registryContract> {
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
  };
}
