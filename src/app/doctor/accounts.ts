// Checks of accounts: whether the stored passkeys can still be used under the configured public address, and which API tokens
// of staff were made without the second factor that staff needs.
import { z } from 'zod';
import { findRelyingParty } from '../../features/accounts/common/relying-party.ts';
import type { Config } from '../../platform/config/config.ts';
import { readForCheck } from '../../platform/database/probe.ts';
import { askRows, thereRow } from '../../platform/database/rows.ts';
import type { Check } from './check.ts';

const passkeysRow = z.object({ all: z.number(), foreign: z.number(), host: z.string().nullable() });

/** A passkey works only under the host that it was made for, and only with https or on localhost. */
export async function checkPasskeys(config: Config): Promise<Check> {
  const name = 'passkeys';
  const rpId = findRelyingParty(config.baseUrl ?? `http://localhost:${config.port}`, config.trustedOrigins)?.rpId;
  const off = `off: BASE_URL needs https and a host name`;
  try {
    const found = await readForCheck(config, async (sql) => {
      const [table] = await askRows(sql, thereRow, "select to_regclass('passkey') is not null as there");
      if (table?.there !== true) return undefined;
      const [row] = await askRows(
        sql,
        passkeysRow,
        `select count(*)::float8 as all, count(*) filter (where rp_id <> $1)::float8 as foreign,
          min(rp_id) filter (where rp_id <> $1) as host from passkey`,
        [rpId ?? ''],
      );
      return row;
    });
    if (found !== undefined && found.foreign > 0) {
      const whose = rpId === undefined ? off : `their owners cannot use them at ${rpId}`;
      const detail = `${found.foreign} of ${found.all} stored passkeys belong to another host (${found.host}); ${whose}`;
      return { name, state: 'warn', detail };
    }
    return { name, state: 'ok', detail: rpId === undefined ? off : `${found?.all ?? 0} stored, for ${rpId}` };
  } catch {
    return { name, state: 'warn', detail: 'the stored passkeys could not be read; see the check of the database' };
  }
}

const tokenRow = z.object({ name: z.string(), uid: z.number() });

const NAMED_MAX = 10;

/** Tokens with rights of staff that STAFF_SECOND_FACTOR refuses, since they were made without a second factor. */
export async function checkStaffTokens(config: Config): Promise<Check> {
  const name = 'staff-tokens';
  try {
    const rows = await readForCheck(config, async (sql) => {
      const [column] = await askRows(
        sql,
        thereRow,
        "select exists (select 1 from information_schema.columns where table_name = 'api_token' and column_name = 'second_factor') as there",
      );
      if (column?.there !== true) return [];
      return askRows(
        sql,
        tokenRow,
        `select t.name, p.uid::float8 as uid from api_token t join profile p on p.account_id = t.account_id
          where t.scopes && array['publish', 'releases', 'webhooks'] and not t.second_factor and (t.expires_at is null or t.expires_at > now())
          order by p.uid, t.created_at`,
      );
    });
    if (rows === undefined || rows.length === 0) return { name, state: 'ok', detail: 'all made with a second factor' };
    const named = rows.slice(0, NAMED_MAX).map((row) => `"${row.name}" of account ${row.uid}`);
    const more = rows.length > NAMED_MAX ? ` and ${rows.length - NAMED_MAX} more` : '';
    const detail = `made without a second factor and refused, make them anew: ${named.join(', ')}${more}`;
    return { name, state: 'warn', detail };
  } catch {
    return { name, state: 'warn', detail: 'the tokens could not be read; see the check of the database' };
  }
}
