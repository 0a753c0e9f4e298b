// Handlers of the pages of the settings.
import { SETTING_NAMES, TEXT_NAMES } from '../../../features/instance/common/settings.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { LOCALES, type Locale } from '../../../kernel/names.ts';
import { REASON_CODES } from '../../../kernel/reason-code.ts';
import { REGISTRATION_MODES } from '../../../platform/config/instance.ts';
import { withPlainLines } from '../../forms/lines.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { readPicture, UNFIT } from '../../forms/picture.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import { GENERAL, LOOK, type settingsPages } from './contract.ts';
import { environmentPage } from './environment-page.tsx';
import { GENERAL_FAULTS, type GeneralData, generalFields, generalPage } from './general-page.tsx';
import { LOOK_FAULTS, type LookData, lookChange, lookFieldsOf, lookPage } from './look-page.tsx';
import { mergeFields, readTwice } from './merge.ts';
import { reasonFields, reasonsPage } from './reasons-page.tsx';
import { TEXT_FAULTS, type TextName, textDigest, textPage } from './text-page.tsx';
import { changeView, readView, type Settings, storeTyped } from './view.ts';

const SETTINGS = '/admin/settings';
const LOOK_PATH = `${SETTINGS}/look`;
const MEBIBYTE = 1024 * 1024;
const PICTURE_BYTES = { favicon: 2 * MEBIBYTE, hero: 8 * MEBIBYTE } as const;

export function settingsHandlers(shell: Shell): Handlers<typeof settingsPages> {
  const { signedIn } = openingBy(shell);
  const showGeneral = async (page: PageContext, data: Omit<GeneralData, 'view'>) =>
    generalPage(page, { view: await readView(page), ...data });

  const showLook = async (page: PageContext, data: Omit<LookData, 'view'>) =>
    lookPage(page, { view: await readView(page), ...data });

  return {
    adminSettingsPage: signedIn((page, { query }) => showGeneral(page, query)),
    adminSettingsForm: signedIn(async (page, { body }) => {
      const { typed, was } = readTwice(GENERAL, body);
      return storeTyped(page, {
        merge: ({ settings }) => mergeFields(GENERAL, was, typed, generalFields(settings)),
        changeOf: (_, { changes, shown }) => generalChange(changes, shown),
        isFault: GENERAL_FAULTS.has,
        then: `${SETTINGS}?done=saved`,
        again: (unstored) => generalPage(page, unstored),
      });
    }),
    adminSettingsResetForm: signedIn(async (page, { body }) => {
      const reset = SETTING_NAMES.filter((name) => body[name] === 'on');
      if (reset.length > 0) requireAsked(await changeView(page, await readView(page), { reset }));
      return { redirectTo: `${placeOf(reset)}?done=reset` };
    }),
    adminLogoForm: signedIn(async (page, { context }) => {
      const again = () => showGeneral(page, { fault: 'logo' });
      const file = await readPicture(context, 'logo');
      if (file === undefined) return withStatus(422, again());
      const asked = await page.ask('PUT /api/v1/admin/settings/logo', { file });
      return submit(asked, `${SETTINGS}?done=logo`, ({ status }) => UNFIT.has(status) && again());
    }),
    adminLogoRemoveForm: signedIn(async (page) =>
      submit(await changeView(page, await readView(page), { logoUrl: null }), `${SETTINGS}?done=logo-removed`),
    ),
    adminLookPage: signedIn((page, { query }) => showLook(page, query)),
    adminLookForm: signedIn(async (page, { body }) => {
      const { typed, was } = readTwice(LOOK, body);
      return storeTyped(page, {
        merge: ({ settings }) => mergeFields(LOOK, was, typed, lookFieldsOf(settings)),
        changeOf: ({ settings }, merged) => lookChange(merged, settings),
        isFault: LOOK_FAULTS.has,
        then: `${LOOK_PATH}?done=saved`,
        again: (unstored) => lookPage(page, unstored),
      });
    }),
    adminPictureForm: signedIn(async (page, { context, params: { picture } }) => {
      const again = () => showLook(page, { fault: picture });
      const file = await readPicture(context, 'picture', PICTURE_BYTES[picture]);
      if (file === undefined) return withStatus(422, again());
      const asked =
        picture === 'favicon'
          ? await page.ask('PUT /api/v1/admin/settings/favicon', { file })
          : await page.ask('PUT /api/v1/admin/settings/hero', { file });
      return submit(asked, `${LOOK_PATH}?done=uploaded`, ({ status }) => UNFIT.has(status) && again());
    }),
    adminPictureRemoveForm: signedIn(async (page, { params: { picture } }) => {
      const change = picture === 'favicon' ? { faviconUrl: null } : { heroUrl: null };
      return submit(await changeView(page, await readView(page), change), `${LOOK_PATH}?done=removed`);
    }),
    adminMailTestForm: signedIn(async (page) =>
      submit(
        await page.ask('POST /api/v1/admin/mail/test', { body: {} }),
        ({ isDelivered }) => `${SETTINGS}?done=${isDelivered ? 'mailed' : 'written'}`,
        ({ code }) => code === 'mail_not_sent' && withStatus(502, showGeneral(page, { fault: 'mail' })),
      ),
    ),
    adminTextPage: signedIn(async (page, { params, query: { language = page.locale, done } }) =>
      textPage(page, { view: await readView(page), name: params.text, language, done }),
    ),
    adminTextForm: signedIn(async (page, { params: { text: name, language }, body }) => {
      const typed = withPlainLines(body.text);
      return storeTyped(page, {
        // What the form showed first is named by its digest: the text may be long.
        merge: ({ settings }) => {
          const stored = withPlainLines(settings[name][language] ?? '');
          const isSame = textDigest(stored) === body.was;
          return mergeFields(['text'], { text: isSame ? stored : '\0' }, { text: typed }, { text: stored });
        },
        changeOf: ({ settings }) => ({ [name]: withText(settings[name], language, typed) }),
        isFault: TEXT_FAULTS.has,
        then: `${textPath(name)}?language=${language}&done=saved`,
        again: ({ view, fault }) => textPage(page, { view, name, language, typed, fault }),
      });
    }),
    adminReasonsPage: signedIn(async (page, { query: { language = page.locale, done } }) =>
      reasonsPage(page, { view: await readView(page), language, done }),
    ),
    adminReasonsForm: signedIn(async (page, { params: { language }, body }) => {
      const { typed, was } = readTwice(REASON_CODES, body);
      return storeTyped(page, {
        merge: ({ settings }) => mergeFields(REASON_CODES, was, typed, reasonFields(settings, language)),
        changeOf: ({ settings }, { changes, shown }) => ({
          reasons: withReasons(settings.reasons, language, (code) =>
            changes.includes(code) ? shown[code] : undefined,
          ),
        }),
        isFault: (code) => code === 'invalid_reason_text',
        then: `${SETTINGS}/reasons?language=${language}&done=saved`,
        again: ({ view, merged, fault }) => reasonsPage(page, { view, language, merged, fault }),
      });
    }),
    adminEnvironmentPage: signedIn(async (page) => environmentPage(page, await readView(page))),
  };
}

const textPath = (name: TextName): string => `${SETTINGS}/texts/${name}`;

const LOOK_NAMES: readonly string[] = ['accent', 'heroText', 'menu', 'home'];

/** The page of what was reset. */
function placeOf(reset: readonly string[]): string {
  const text = TEXT_NAMES.find((name) => reset.includes(name));
  if (text !== undefined) return textPath(text);
  if (reset.some((name) => LOOK_NAMES.includes(name))) return LOOK_PATH;
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
