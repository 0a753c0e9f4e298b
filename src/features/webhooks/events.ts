// The event types of webhooks and their data: ids and addresses only. Receivers read the content there with their own
// rights, so content that was deleted in the meantime is in no log of deliveries.
import type { Transaction } from '../../platform/database/database.ts';

export const EVENTS = [
  'release.promoted',
  'release.retired',
  'post.created',
  'report.created',
  'appeal.created',
  'case.created',
  'account.created',
  'account.suspended',
] as const satisfies readonly (keyof EventData)[];
export type EventName = (typeof EVENTS)[number];
export const isEvent = (name: string): name is EventName => EVENTS.some((known) => known === name);
/** What a test delivery is. Nobody subscribes to it. */
export const TEST_EVENT = 'webhook.test';

interface EventData {
  readonly 'release.promoted': {
    readonly server: string;
    readonly releaseId: string;
    /** Counts the promotions of the server. */
    readonly number: number;
    readonly kind: 'promote' | 'rollback';
    /** Where the release is described. */
    readonly url: string;
  };
  readonly 'release.retired': {
    readonly server: string;
    /** The release that was current. */
    readonly releaseId: string;
    readonly number: number;
  };
  readonly 'post.created': {
    readonly postId: string;
    readonly authorUid: number;
    /** The entity of a catalog that it is about. */
    readonly subject: { readonly server: string; readonly resource: string; readonly id: string } | null;
    readonly tags: readonly string[];
    readonly url: string;
  };
  readonly 'report.created': {
    readonly reportId: string;
    readonly targetKind: 'post' | 'comment' | 'list' | 'user';
    readonly targetId: string;
  };
  /** Against a decision on content or against a restriction; the other is null. */
  readonly 'appeal.created': {
    readonly appealId: string;
    readonly caseId: string | null;
    readonly restrictionId: string | null;
  };
  /** Content waits for staff. */
  readonly 'case.created': {
    readonly caseId: string;
    readonly kind: 'post' | 'comment' | 'list' | 'attachment' | 'profile-name' | 'profile-links' | 'avatar';
    /** Id of the post, comment, file or picture; of a name the UID of its owner. */
    readonly subjectId: string;
    /** The page on which staff decides it. */
    readonly url: string;
  };
  readonly 'account.created': AccountEventData;
  readonly 'account.suspended': AccountEventData;
}

interface AccountEventData {
  readonly uid: number;
  /** The page of the person for staff. */
  readonly url: string;
}

export type WebhookEvent = {
  readonly [Name in EventName]: { readonly type: Name; readonly at?: Date; readonly data: EventData[Name] };
}[EventName];

/** Tells an event in the transaction that makes it: webhooks hear of it if that commits. */
export type TellEvent = (tx: Transaction, event: WebhookEvent) => Promise<void>;
