// Opens the releases feature: watches the pointers in storage, keeps the current releases open, and serves their
// routes.
import type { AnswerStyle } from '../../http/answer/headers.ts';
import { type BoundRoute, bindRoutes } from '../../http/dispatch/dispatch.ts';
import type { Objects } from '../../platform/objects/objects.ts';
import type { VerifiedObjects } from '../../platform/objects/verified.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { releaseContract } from './contract.ts';
import { ReleaseAnswers } from './serve/answers.ts';
import { releaseHandlers } from './serve/handlers.ts';
import { Releases } from './serve/releases.ts';
import { announceSeen } from './serve/served.ts';

export interface ReleasesFeature {
  readonly releases: Releases;
  /** Responses with content of a release. */
  readonly answers: ReleaseAnswers;
  readonly routes: readonly BoundRoute[];
  /** Opens the current releases and starts watching. */
  start(): Promise<void>;
  close(): void;
}

export interface ReleasesOptions {
  readonly objects: Objects;
  readonly verified: VerifiedObjects;
  readonly style: AnswerStyle;
  readonly dataDirectory: string;
  readonly log: Log;
}

/** Opens the feature. Reads nothing before `start`. */
export function openReleases({ objects, verified, style, dataDirectory, log }: ReleasesOptions): ReleasesFeature {
  const releases = new Releases(objects, verified, log);
  const answers = new ReleaseAnswers(verified, style);
  let seen: Disposable | undefined;
  return {
    releases,
    answers,
    routes: bindRoutes(releaseContract, releaseHandlers(releases, answers)),
    start: () => {
      seen = announceSeen(releases, dataDirectory, log);
      return releases.start();
    },
    close: () => {
      releases.close();
      seen?.[Symbol.dispose]();
    },
  };
}
