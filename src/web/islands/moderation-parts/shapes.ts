// Types of the desk, and the names of its texts.
import type { AnswerBody } from '../../client/endpoints.ts';
import type { DESK_MESSAGES } from '../../messages/moderation.ts';
import type { Spoken } from '../../messages/say.ts';

export type Entry = AnswerBody<'GET /api/v1/moderation/queue'>['entries'][number];
export type Context = AnswerBody<'GET /api/v1/moderation/cases/{id}/context'>['context'];
export type Verdict = 'allow' | 'rejected';

export type DeskWords = keyof (typeof DESK_MESSAGES)['en'];
export type DeskSpoken = Spoken<DeskWords>;

/** Patterns of addresses; names in braces are filled in. */
export interface DeskPaths {
  readonly case: string;
  readonly reports: string;
  readonly person: string;
  /** Everything that a person wrote, and the form that hides it. */
  readonly everything: string;
  readonly post: string;
  readonly comment: string;
  readonly list: string;
  readonly settings: string;
  readonly signIn: string;
}

export const fill = (pattern: string, values: Readonly<Record<string, string | number>>): string =>
  pattern.replace(/\{(\w+)\}|%7B(\w+)%7D/g, (whole, plain?: string, encoded?: string) =>
    String(values[plain ?? encoded ?? ''] ?? whole),
  );

export const addressOf = (paths: DeskPaths, { type, id }: Pick<Entry, 'type' | 'id'>): string =>
  fill(type === 'case' ? paths.case : paths.reports, { id });

/** Kinds whose text is submitted. */
export const TEXTS: ReadonlySet<string> = new Set(['post', 'comment', 'list', 'profile-name', 'profile-links']);

/** Whether it still waits for a decision. */
export const isOpen = ({ status }: Pick<Entry, 'status'>): boolean =>
  status === 'review' || status === 'pending' || status === 'reviewing';
