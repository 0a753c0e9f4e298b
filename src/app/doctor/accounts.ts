// A check of accounts: whether the stored passkeys can still be used under the configured public address.
import { findPasskeyPlace } from '../../features/accounts/common/passkey-place.ts';
import type { Config } from '../../platform/config/config.ts';
import { readForCheck } from '../../platform/database/probe.ts';
import type { Check } from './check.ts';

interface Row {
  readonly all: number;
  readonly foreign: number;
  readonly host: string | null;
}

/** A passkey works only under the host that it was made for, and only with https or on localhost. */
export async function checkPasskeys(config: Config): Promise<Check> {
  const name = 'passkeys';
  const rpId = findPasskeyPlace(config.baseUrl ?? `http://localhost:${config.port}`, config.trustedOrigins)?.rpId;
  const off = `off: BASE_URL needs https and a host name`;
  try {
    const found = await readForCheck(config, async (sql) => {
      const [there]: { there: boolean }[] = await sql.unsafe("select to_regclass('passkey') is not null as there");
      if (there?.there !== true) return undefined;
      const rows: Row[] = await sql.unsafe(
        `select count(*)::float8 as all, count(*) filter (where rp_id <> $1)::float8 as foreign,
          min(rp_id) filter (where rp_id <> $1) as host from passkey`,
        [rpId ?? ''],
      );
      return rows[0];
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
