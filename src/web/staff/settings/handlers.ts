// Handlers of the pages of the settings.
import { TEXT_NAMES } from '../../../features/instance/common/settings.ts';
import { SETTING_NAMES } from '../../../features/instance/settings/change.ts';
import { readFormFile } from '../../../http/routing/body.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { LOCALES, type Locale } from '../../../kernel/names.ts';
import { REASON_CODES } from '../../../kernel/reason-code.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { REGISTRATION_MODES } from '../../../platform/config/instance.ts';
import { withPlainLines } from '../../forms/lines.ts';
import { openingBy } from '../../forms/opening.ts';
import { asRefusal, requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { PageCall, Shell } from '../../shell/shell.ts';
import { GENERAL, type settingsPages } from './contract.ts';
import { environmentPage } from './environment-page.tsx';
import { type GeneralData, generalFields, generalPage, isGeneralFault } from './general-page.tsx';
import { mergeFields, readTwice } from './merge.ts';
import { isReasonFault, reasonFields, reasonsPage } from './reasons-page.tsx';
import { isTextFault, type TextName, textDigest, textPage } from './text-page.tsx';
import { changeView, readView, type Settings, statusOf, storeTyped } from './view.ts';

const SETTINGS = '/admin/settings';
const LOGO_BYTES_MAX = 2 * 1024 * 1024;

export function settingsHandlers(shell: Shell): Handlers<typeof settingsPages> {
  const { open, answer } = openingBy(shell);

  const showGeneral = async (page: PageContext, data: Omit<GeneralData, 'view'> = {}, status = 200) =>
    answer(page, generalPage(page, { view: await readView(page), ...data }), status);

  return {
    adminSettingsPage: async (call) => showGeneral(await open(call), { done: call.query.done }),
    adminSettingsForm: async (call) => {
      const page = await open(call);
      const { typed, was } = readTwice(GENERAL, call.body);
      const outcome = await storeTyped(page, {
        merge: ({ settings }) => mergeFields(GENERAL, was, typed, generalFields(settings)),
        changeOf: (_, { changes, shown }) => generalChange(changes, shown),
        isFault: isGeneralFault,
      });
      if (outcome.ok) return shell.lead(call.context, `${SETTINGS}?done=saved`);
      const { view, merged, code } = outcome;
      return answer(page, generalPage(page, { view, refused: { merged, code } }), statusOf(code));
    },
    adminSettingsResetForm: async (call) => {
      const page = await open(call);
      const { body } = call;
      const reset = SETTING_NAMES.filter((name) => body[name] === 'on');
      if (reset.length > 0) requireAsked(await changeView(page, await readView(page), { reset }));
      return shell.lead(call.context, `${placeOf(reset)}?done=reset`);
    },
    adminLogoForm: async (call) => {
      const page = await open(call);
      const file = await readLogo(call);
      const asked = file && (await page.ask('PUT /api/v1/admin/settings/logo', { file }));
      if (asked?.ok) return shell.lead(call.context, `${SETTINGS}?done=logo`);
      if (asked !== undefined && ![400, 413, 415, 422].includes(asked.status)) throw asRefusal(asked);
      return showGeneral(page, { fault: 'logo' }, 422);
    },
    adminLogoRemoveForm: async (call) => {
      const page = await open(call);
      requireAsked(await changeView(page, await readView(page), { logoUrl: null }));
      return shell.lead(call.context, `${SETTINGS}?done=logo-removed`);
    },
    adminMailTestForm: async (call) => {
      const page = await open(call);
      const asked = await page.ask('POST /api/v1/admin/mail/test', { body: {} });
      if (asked.ok)
        return shell.lead(call.context, `${SETTINGS}?done=${asked.body.isDelivered ? 'mailed' : 'written'}`);
      if (asked.code !== 'mail_not_sent') throw asRefusal(asked);
      return showGeneral(page, { fault: 'mail' }, 502);
    },
    adminTextPage: async (call) => {
      const page = await open(call);
      const { language = page.locale, done } = call.query;
      const view = await readView(page);
      return answer(page, textPage(page, { view, name: call.params.text, language, done }));
    },
    adminTextForm: async (call) => {
      const page = await open(call);
      const { text: name, language } = call.params;
      const typed = withPlainLines(call.body.text);
      const outcome = await storeTyped(page, {
        // What the form showed first is named by its digest: the text may be long.
        merge: ({ settings }) => {
          const stored = withPlainLines(settings[name][language] ?? '');
          const isSame = textDigest(stored) === call.body.was;
          return mergeFields(['text'], { text: isSame ? stored : '\0' }, { text: typed }, { text: stored });
        },
        changeOf: ({ settings }) => ({ [name]: withText(settings[name], language, typed) }),
        isFault: isTextFault,
      });
      if (outcome.ok) return shell.lead(call.context, `${textPath(name)}?language=${language}&done=saved`);
      const { view, code } = outcome;
      return answer(page, textPage(page, { view, name, language, refused: { typed, code } }), statusOf(code));
    },
    adminReasonsPage: async (call) => {
      const page = await open(call);
      const { language = page.locale, done } = call.query;
      return answer(page, reasonsPage(page, { view: await readView(page), language, done }));
    },
    adminReasonsForm: async (call) => {
      const page = await open(call);
      const { language } = call.params;
      const { typed, was } = readTwice(REASON_CODES, call.body);
      const outcome = await storeTyped(page, {
        merge: ({ settings }) => mergeFields(REASON_CODES, was, typed, reasonFields(settings, language)),
        changeOf: ({ settings }, { changes, shown }) => ({
          reasons: withReasons(settings.reasons, language, (code) =>
            changes.includes(code) ? shown[code] : undefined,
          ),
        }),
        isFault: isReasonFault,
      });
      if (outcome.ok) return shell.lead(call.context, `${SETTINGS}/reasons?language=${language}&done=saved`);
      const { view, merged, code } = outcome;
      return answer(page, reasonsPage(page, { view, language, refused: { merged, code } }), statusOf(code));
    },
    adminEnvironmentPage: async (call) => {
      const page = await open(call);
      return answer(page, environmentPage(page, await readView(page)));
    },
  };
}

const textPath = (name: TextName): string => `${SETTINGS}/texts/${name}`;

/** The page of what was reset. */
function placeOf(reset: readonly string[]): string {
  const text = TEXT_NAMES.find((name) => reset.includes(name));
  if (text !== undefined) return textPath(text);
  return reset.includes('reasons') ? `${SETTINGS}/reasons` : SETTINGS;
}

/** What the API is sent for the fields that changed. An emptied one says that there is none. */
function generalChange(changes: readonly string[], shown: Readonly<Record<string, string>>) {
  const value = (name: string): string | undefined => (changes.includes(name) ? (shown[name] ?? '') : undefined);
  const orNone = (name: string) => {
    const text = value(name);
    return text === undefined ? {} : { [name]: text === '' ? null : text };
  };
  const [name, locale, registration] = [value('name'), value('locale'), value('registration')];
  const language = LOCALES.find((each) => each === locale);
  const mode = REGISTRATION_MODES.find((each) => each === registration);
  return {
    ...(name === undefined ? {} : { name }),
    ...orNone('description'),
    ...orNone('contact'),
    ...(language === undefined ? {} : { locale: language }),
    ...(mode === undefined ? {} : { registration: mode }),
  };
}

/** The other languages as they are; an empty text is none. */
function withText(texts: Settings['about'], language: Locale, text: string): Settings['about'] {
  const { [language]: _, ...others } = texts;
  return text.trim() === '' ? others : { ...others, [language]: text };
}

/** What reasons say, with new words in one language where there are some. Empty words are none. */
function withReasons(
  reasons: Settings['reasons'],
  language: Locale,
  changed: (code: (typeof REASON_CODES)[number]) => string | undefined,
): Settings['reasons'] {
  const made: Settings['reasons'] = {};
  for (const code of REASON_CODES) {
    const words = changed(code);
    const texts = words === undefined ? { ...reasons[code] } : withText(reasons[code] ?? {}, language, words);
    if (Object.keys(texts).length > 0) made[code] = texts;
  }
  return made;
}

/** The picture of a form; undefined when none was chosen, or one that is too large to read. */
const readLogo = ({ context }: Pick<PageCall, 'context'>): Promise<File | undefined> =>
  readFormFile(context, 'logo', LOGO_BYTES_MAX).catch((error: unknown) => {
    if (isRefusal(error, 'request_too_large')) return undefined;
    throw error;
  });
