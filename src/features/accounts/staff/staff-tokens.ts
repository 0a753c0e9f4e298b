// API tokens with rights of administrators, whoever they belong to, as all administrators see them. Without their secrets.
import { and, arrayOverlaps, desc, eq, ne } from 'drizzle-orm';
import { STAFF_SCOPES } from '../../../http/gates/guard.ts';
import { nameOf, type PersonName } from '../../../http/routing/person-name.ts';
import { apiToken, profile } from '../../../platform/database/schema/accounts.ts';
import type { TokenView } from '../belongings/contract.ts';
import { isLiveToken, presentToken } from '../belongings/tokens.ts';
import type { Reader } from '../common/accounts.ts';
import { PERSON_COLUMNS } from './directory.ts';

export interface StaffToken extends TokenView {
  readonly owner: PersonName | null;
  /** Whether it was made in a session with a second factor. */
  readonly secondFactor: boolean;
}

/** Valid ones, newest first. */
export async function listStaffTokens(db: Reader): Promise<readonly StaffToken[]> {
  const rows = await db
    .select({ token: apiToken, person: PERSON_COLUMNS })
    .from(apiToken)
    .innerJoin(profile, eq(profile.accountId, apiToken.accountId))
    .where(and(arrayOverlaps(apiToken.scopes, [...STAFF_SCOPES]), isLiveToken, ne(profile.status, 'deleted')))
    .orderBy(desc(apiToken.createdAt), desc(apiToken.id));
  return rows.map(({ token, person }) => ({
    ...presentToken(token),
    owner: nameOf(person),
    secondFactor: token.secondFactor,
  }));
}
