// Handler of the page of the audit trail.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy } from '../../forms/opening.ts';
import { isStale, requireAsked } from '../../shell/asked.ts';
import type { Shell } from '../../shell/shell.ts';
import { type AuditFilters, auditPage } from './audit-page.tsx';
import type { auditPages } from './contract.ts';

const DAY_MS = 86_400_000;

/** Beginning of a day in UTC; the text itself where it is no day, which the route then refuses. */
const dayOf = (text: string | undefined, days: number): number | string | undefined => {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) ? text : at + days * DAY_MS;
};

export function auditPageHandlers(shell: Shell): Handlers<typeof auditPages> {
  const { signedIn } = openingBy(shell);
  return {
    adminAuditPage: signedIn(async (page, { query: { cursor, ...typed } }) => {
      const given: AuditFilters = Object.fromEntries(
        Object.entries(typed).flatMap(([name, value = '']) => (value.trim() === '' ? [] : [[name, value.trim()]])),
      );
      // Whoever asks for one action or subject means it wherever it is.
      const isNamed = [given.action, given.subjectKind, given.subjectId].some((name) => name !== undefined);
      const { part: typedPart, ...kept } = given;
      const { since, until, ...rest } = kept;
      const part = isNamed ? undefined : typedPart === 'access' ? 'access' : 'acts';
      const filters: AuditFilters = { ...kept, ...(part !== undefined && { part }) };
      const query = { ...rest, part, since: dayOf(since, 0), until: dayOf(until, 1), cursor };
      const asked = await page.ask('GET /api/v1/admin/audit', { query });
      if (isStale(asked)) {
        return { page: auditPage(page, { events: [], nextCursor: null, filters, isFaulty: true }), status: 422 };
      }
      return auditPage(page, { ...requireAsked(asked), filters });
    }),
  };
}
