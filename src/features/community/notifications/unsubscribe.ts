// Ends mails by a link in the mail itself, without a session. Its token names the account and what ends: the digest, or the kinds
// of notifications that the mail was about. It is signed with a key of its own, never expires and may be used again.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPerson } from '../../moderation/common/people.ts';
import type { People } from '../../moderation/common/ports.ts';
import { SWITCHABLE_KINDS, type SwitchableKind } from '../common/shapes.ts';
import { endMails, type MailsToEnd } from './settings.ts';

/** Ends what a token names. An unknown token does nothing, so that nobody learns which ones are valid. */
export type Unsubscribe = (token: string) => Promise<void>;

const DIGEST = 'digest';
const TOKEN = /^([a-z_.]+)~([0-9a-f-]{36})~([\w-]{43})$/;

const signed = (key: string, named: string): string =>
  `${named}~${createHmac('sha256', key).update(named).digest('base64url')}`;

/** The token for the mails of an account. */
export const unsubscribeToken = (key: string, accountId: string, what: MailsToEnd): string =>
  signed(key, `${what === DIGEST ? DIGEST : what.join('.')}~${accountId}`);

export const openUnsubscribe =
  ({ database, people, key }: { readonly database: Database; readonly people: People; readonly key: string }) =>
  async (token: string): Promise<void> => {
    const [, what = '', accountId = ''] = TOKEN.exec(token) ?? [];
    const expected = Buffer.from(signed(key, `${what}~${accountId}`));
    const given = Buffer.from(token);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return;
    const { db } = database;
    const person = await readPerson(db, people, accountId);
    if (person === undefined || person.status === 'deleted') return;
    const named = what.split('.');
    const mails = what === DIGEST ? DIGEST : SWITCHABLE_KINDS.filter((kind) => named.includes(kind));
    await endSafely(() => endMails(db, accountId, mails));
  };

/** Repeats what a change of the settings at the same time has stopped. */
async function endSafely(end: () => Promise<void>): Promise<void> {
  try {
    await end();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'version_conflict') throw error;
    await endSafely(end);
  }
}

export const isSwitchable = (kind: string): kind is SwitchableKind => SWITCHABLE_KINDS.some((one) => one === kind);
