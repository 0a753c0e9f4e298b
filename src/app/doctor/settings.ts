// Checks of settings: which variables of the environment have no effect, because an administrator stored a setting or text
// rules.
import { z } from 'zod';
import { findOverridden } from '../../features/instance/common/overridden-variables.ts';
import { storedSettingsSchema } from '../../features/instance/common/settings.ts';
import { readTextsFolder } from '../../features/instance/common/texts-folder.ts';
import type { Config } from '../../platform/config/config.ts';
import { readForCheck } from '../../platform/database/probe.ts';
import { askRows, thereRow } from '../../platform/database/rows.ts';
import type { Check } from './check.ts';

const settingsRow = z.object({ settings: z.unknown() });

/** Names variables that stored settings replace. */
export async function checkSettings(config: Config): Promise<Check> {
  const name = 'settings';
  try {
    const stored = await readForCheck(config, async (sql) => {
      const [table] = await askRows(sql, thereRow, "select to_regclass('instance_setting') is not null as there");
      if (table?.there !== true) return undefined;
      const [row] = await askRows(sql, settingsRow, 'select settings from instance_setting');
      const settings = row?.settings ?? {};
      // The service stores the JSON as a text within JSON.
      return storedSettingsSchema.parse(typeof settings === 'string' ? JSON.parse(settings) : settings);
    });
    const hidden = findOverridden(stored ?? {}, config.variables, readTextsFolder(config.instance));
    if (hidden.length === 0) return { name, state: 'ok', detail: 'no stored setting hides a variable' };
    const pairs = hidden.map(({ variable, setting }) => `${variable} (${setting})`);
    const detail = `no effect, because an administrator stored the setting: ${pairs.join(', ')}; it can be reset in Settings`;
    return { name, state: 'warn', detail };
  } catch {
    return { name, state: 'warn', detail: 'the stored settings could not be read; see the check of the database' };
  }
}

const rulesRow = z.object({ version: z.number(), isStored: z.boolean() });

/** Which text rules apply. */
export async function checkRules(config: Config): Promise<Check> {
  const name = 'rules';
  try {
    const newest = await readForCheck(config, async (sql) => {
      const [table] = await askRows(sql, thereRow, "select to_regclass('moderation_rules') is not null as there");
      if (table?.there !== true) return undefined;
      const newestRules =
        'select version, rules is not null as "isStored" from moderation_rules order by version desc limit 1';
      const [row] = await askRows(sql, rulesRow, newestRules);
      return row;
    });
    const file = config.moderation.rulesFile;
    if (newest?.isStored !== true) {
      return { name, state: 'ok', detail: file === undefined ? 'none (MODERATION_RULES=off)' : `those of ${file}` };
    }
    const detail = `version ${newest.version}, stored by an administrator`;
    if (!config.variables.some((one) => one.name === 'MODERATION_RULES' && one.isSet))
      return { name, state: 'ok', detail };
    const hint = 'MODERATION_RULES has no effect until an administrator goes back to the file in Text rules';
    return { name, state: 'warn', detail: `${detail}; ${hint}` };
  } catch {
    return { name, state: 'warn', detail: 'the stored rules could not be read; see the check of the database' };
  }
}
