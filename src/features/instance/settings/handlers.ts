import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { InstanceConfig } from '../../../platform/config/instance.ts';
import type { VariableState } from '../../../platform/config/values.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../../platform/database/errors.ts';
import { removeMark, writeMark } from '../common/checklist-marks.ts';
import { DEFAULT_TEXTS } from '../common/default-texts.ts';
import { findOverridden } from '../common/overridden-variables.ts';
import type { PictureName } from '../common/picture-address.ts';
import { type InstanceTexts, rawTexts, resolveSettings, SETTING_NAMES } from '../common/settings.ts';
import type { InstanceStore } from '../common/store.ts';
import { changeSettings, readStored, storeChange } from './change.ts';
import type { settingsContract } from './contract.ts';
import { receiveInstancePicture, receiveLogo } from './logo.ts';

type PictureCall = Parameters<Handlers<typeof settingsContract>['adminFaviconWrite']>[0];

export interface SettingsHandlerDependencies {
  readonly database: Database;
  readonly store: InstanceStore;
  readonly environment: InstanceConfig;
  readonly texts: InstanceTexts;
  readonly variables: readonly VariableState[];
  /** Whether mail leaves this machine. */
  readonly hasMailServer: boolean;
  /** Rejects when the mail was not accepted. */
  readonly sendTestMail: (accountId: string, acceptLanguage: string | null) => Promise<void>;
}

export function settingsHandlers(dependencies: SettingsHandlerDependencies): Handlers<typeof settingsContract> {
  const { database, store, environment, texts, variables, hasMailServer, sendTestMail } = dependencies;

  async function answerSettings() {
    const { stored, version } = await readStored(database);
    const facts = resolveSettings(stored, environment, texts, DEFAULT_TEXTS);
    const hidden = findOverridden(stored, variables, texts);
    return {
      status: 200 as const,
      body: {
        version,
        settings: { ...facts, ...rawTexts(stored, texts, DEFAULT_TEXTS) },
        stored: SETTING_NAMES.filter((name) => stored[name] !== undefined),
        environment: variables.map((row) => ({
          ...row,
          hiddenBy: hidden.flatMap(({ variable, setting }) => (variable === row.name ? [setting] : [])),
        })),
      },
    };
  }

  async function writePicture(name: PictureName, { context, actor, query }: PictureCall) {
    const picture = await receiveInstancePicture(context, name);
    const change = { set: {}, reset: [], picture };
    await database.transaction((tx) => storeChange(tx, actor.accountId, change, query.version));
    await store.refresh();
    return answerSettings();
  }

  return {
    adminSettingsRead: () => answerSettings(),
    adminSettingsPatch: async ({ actor, body }) => {
      const { version, reset = [], ...set } = body;
      await changeSettings(database, actor, { set, reset }, version);
      await store.refresh();
      return answerSettings();
    },
    adminLogoWrite: async ({ context, actor, query }) => {
      const logo = await receiveLogo(context);
      await database.transaction((tx) => storeChange(tx, actor.accountId, { set: {}, reset: [], logo }, query.version));
      await store.refresh();
      return answerSettings();
    },
    adminFaviconWrite: (call) => writePicture('favicon', call),
    adminHeroWrite: (call) => writePicture('hero', call),
    adminMailTest: async ({ context, actor }) => {
      try {
        await sendTestMail(actor.accountId, context.request.headers.get('accept-language'));
      } catch (cause) {
        if (isDatabaseUnavailable(cause)) throw cause;
        await removeMark(database.db, 'mail-tested');
        throw new Refusal('mail_not_sent', { cause });
      }
      await writeMark(database.db, 'mail-tested');
      return json({ isDelivered: hasMailServer });
    },
  };
}
