// Messages between the service and the process of a commit (app/publication-process.ts).
import type { ObjectsConfig } from '../../platform/config/config.ts';
import type { Finding } from '../release/common/finding.ts';
import type { PublishResult } from '../release/publish/publish.ts';

/** What whoever commits a publication chooses. */
export interface PublicationChoices {
  readonly promote: boolean;
  /** Whether warnings end it. */
  readonly strict: boolean;
  /** Whether collections may lose more than half of their entities. */
  readonly allowLoss: boolean;
}

/** What to publish. The plan and the content are in the object store. */
export interface PublicationOrder extends PublicationChoices {
  readonly id: string;
  readonly server: string;
  readonly inputSha256: string;
  /** Digests that were sent for this publication, concatenated. */
  readonly sent: string;
}

export interface PublicationStart {
  readonly config: ObjectsConfig;
  readonly order: PublicationOrder;
}

type PresentedFinding = Omit<Finding, 'severity'>;

/** How a commit ended, apart from failures of the machine, which are tried again. */
export type PublicationOutcome =
  | {
      readonly kind: 'done';
      readonly result: Omit<PublishResult, 'warnings'> & {
        readonly warnings: readonly PresentedFinding[];
        readonly milliseconds: number;
      };
    }
  | { readonly kind: 'failed'; readonly findings: readonly Finding[] }
  /** Objects that were received are gone or damaged, for example after a power failure. */
  | { readonly kind: 'lost'; readonly digests: string };

interface PublicationProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

export type FromPublication =
  | { readonly kind: 'progress'; readonly progress: PublicationProgress }
  | { readonly kind: 'ended'; readonly outcome: PublicationOutcome }
  | { readonly kind: 'broken'; readonly message: string };

/** Runs one commit in a process of its own. Rejects when the machine or an engine fails. */
export type RunPublication = (
  order: PublicationOrder,
  onProgress: (progress: PublicationProgress) => void,
  signal: AbortSignal,
) => Promise<PublicationOutcome>;

export const presentFinding = ({ file, path, code, message }: PresentedFinding): PresentedFinding => ({
  file,
  path,
  code,
  message,
});
