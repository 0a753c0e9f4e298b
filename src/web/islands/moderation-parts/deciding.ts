// Sends decisions: on a case with its reports, or on what was only reported.
import type { ReasonCode } from '../../../kernel/reason-code.ts';
import { call } from '../../client/call.ts';
import type { Context, Entry, Verdict } from './shapes.ts';

export interface Wish {
  readonly verdict: Verdict;
  readonly reasonCode: ReasonCode;
  readonly message: string | undefined;
}

export type Sent =
  | { readonly ok: true /** Of the case, or of the post or comment. */; readonly version: number }
  | { readonly ok: false; readonly status: number; readonly code: string };

/** Decides an entry. What was reported besides is closed with it. */
export function send(entry: Entry, context: Context | undefined, wish: Wish): Promise<Sent> {
  return entry.type === 'case' ? decideCase(entry, wish) : decideReports(entry, context, wish);
}

const textOf = (message: string | undefined) => (message === undefined ? {} : { message });

/** Reads what belongs to an entry as it is now. */
export type ReadContext = (entry: Entry) => Promise<Context | undefined>;

/** The same decision about several entries, each by itself, in their order. What was reported about cases is closed too. */
export async function sendSeveral(
  entries: readonly Entry[],
  wish: Wish,
  readContext: ReadContext,
): Promise<readonly Sent[]> {
  const cases = entries.filter(({ type }) => type === 'case');
  const sent = new Map<string, Sent>();
  for (const [index, one] of (cases.length === 0 ? [] : await sendCases(cases, wish)).entries()) {
    const { id } = cases[index] ?? {};
    if (id !== undefined) sent.set(id, one);
  }
  for (const entry of entries) {
    if (entry.type === 'reports') sent.set(entry.id, await decideReports(entry, await readContext(entry), wish));
  }
  return entries.map(({ id }) => sent.get(id) ?? { ok: false, status: 404, code: 'case_not_found' });
}

async function sendCases(entries: readonly Entry[], wish: Wish): Promise<readonly Sent[]> {
  const { verdict, reasonCode, message } = wish;
  const outcome = await call('POST /api/v1/moderation/cases/decisions', {
    body: {
      ids: entries.map(({ id }) => id),
      versions: entries.map(({ version }) => version),
      verdict,
      reasonCode,
      ...textOf(message),
    },
  });
  if (!outcome.ok) return entries.map(() => outcome);
  const results = new Map(outcome.body.results.map((result) => [result.id, result]));
  const sent = entries.map(({ id }): Sent => {
    const result = results.get(id);
    if (result === undefined) return { ok: false, status: 404, code: 'case_not_found' };
    return result.ok ? { ok: true, version: result.case.version } : result;
  });
  await closeReports({ items: entries.flatMap(({ reports }, index) => (sent[index]?.ok ? reports.items : [])) }, wish);
  return sent;
}

/** What became of a case and of all that waited with the same text. */
export type SentAlike =
  | {
      readonly ok: true;
      readonly rejected: readonly string[];
      readonly refused: readonly { readonly id: string; readonly refused: Extract<Sent, { ok: false }> }[];
      readonly more: boolean;
    }
  | Extract<Sent, { ok: false }>;

/** Rejects a case and all that waits with the same text. What was reported about the case itself is closed too. */
export async function sendAlike(entry: Entry, { verdict, reasonCode, message }: Wish): Promise<SentAlike> {
  const outcome = await call('POST /api/v1/moderation/cases/{id}/reject-alike', {
    params: { id: entry.id },
    body: { reasonCode, ...textOf(message), version: entry.version },
  });
  if (!outcome.ok) return outcome;
  const { results, more } = outcome.body;
  const rejected = results.flatMap((one) => (one.ok ? [one.id] : []));
  if (rejected.includes(entry.id)) await closeReports(entry.reports, { verdict, reasonCode });
  return {
    ok: true,
    rejected,
    refused: results.flatMap((one) => (one.ok ? [] : [{ id: one.id, refused: one }])),
    more,
  };
}

async function decideCase(entry: Entry, { verdict, reasonCode, message }: Wish): Promise<Sent> {
  const outcome = await call('POST /api/v1/moderation/cases/{id}/decision', {
    params: { id: entry.id },
    body: { verdict, reasonCode, ...textOf(message), version: entry.version },
  });
  if (!outcome.ok) return outcome;
  await closeReports(entry.reports, { verdict, reasonCode });
  return { ok: true, version: outcome.body.case.version };
}

/** Hides or shows the post, comment or list, then closes the reports; a person is only judged by their reports. */
async function decideReports(entry: Entry, context: Context | undefined, wish: Wish): Promise<Sent> {
  const self = context?.place.self ?? null;
  let version = self?.version ?? entry.version;
  if (self !== null && self.hidden !== (wish.verdict === 'rejected')) {
    const changed = await changeState(self, wish);
    if (!changed.ok) return changed;
    version = changed.version;
  }
  const refused = await closeReports(entry.reports, wish);
  return refused ?? { ok: true, version };
}

async function changeState(
  { kind, id, version }: Pick<NonNullable<Context['place']['self']>, 'kind' | 'id' | 'version'>,
  { verdict, reasonCode, message }: Wish,
): Promise<Sent> {
  const action = verdict === 'rejected' ? 'hide' : 'unhide';
  const body = { action, reasonCode, ...textOf(message), version } as const;
  if (kind === 'post') {
    const outcome = await call('POST /api/v1/moderation/posts/{postId}/state', { params: { postId: id }, body });
    return outcome.ok ? { ok: true, version: version + 1 } : outcome;
  }
  if (kind === 'list') {
    const outcome = await call('POST /api/v1/moderation/lists/{listId}/state', { params: { listId: id }, body });
    return outcome.ok ? { ok: true, version: version + 1 } : outcome;
  }
  const outcome = await call('POST /api/v1/moderation/comments/{commentId}/state', { params: { commentId: id }, body });
  return outcome.ok ? { ok: true, version: version + 1 } : outcome;
}

/** So many are closed by one request. */
const CLOSE_MAX = 50;

/** Closes reports; the first refusal, if all of them were refused. */
async function closeReports(
  { items }: Pick<Entry['reports'], 'items'>,
  { verdict, reasonCode }: Pick<Wish, 'verdict' | 'reasonCode'>,
): Promise<Extract<Sent, { ok: false }> | undefined> {
  let first: Extract<Sent, { ok: false }> | undefined;
  let refused = 0;
  for (let start = 0; start < items.length; start += CLOSE_MAX) {
    const some = items.slice(start, start + CLOSE_MAX);
    const outcome = await call('POST /api/v1/moderation/reports/decisions', {
      body: {
        ids: some.map(({ id }) => id),
        versions: some.map(({ version }) => version),
        status: verdict === 'rejected' ? 'resolved' : 'dismissed',
        reasonCode,
      },
    });
    const faults = outcome.ok
      ? outcome.body.results.flatMap((result) => (result.ok ? [] : [result]))
      : some.map(() => outcome);
    first ??= faults[0];
    refused += faults.length;
  }
  return refused === items.length ? first : undefined;
}
