/** @jsxImportSource preact */
// What the reasons of reports and decisions say, in one language.
import { REASON_CHARACTERS_MAX } from '../../../features/instance/common/settings.ts';
import { LOCALES, type Locale } from '../../../kernel/names.ts';
import { REASON_CODES } from '../../../kernel/reason-code.ts';
import { REASON_TEXTS } from '../../messages/decisions.ts';
import { plainText } from '../../messages/say.ts';
import { ADMIN_SETTINGS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Languages, Meanwhile, Reset, settingsPage } from './frame.tsx';
import type { Fields, Merged } from './merge.ts';
import type { Settings, SettingsView } from './view.ts';

export interface ReasonsPageData {
  readonly view: SettingsView;
  readonly language: Locale;
  readonly done?: string | undefined;
  /** What a form sent that was not stored. */
  readonly merged?: Merged;
  readonly fault?: string;
}

/** The words of this instance as the fields of the form: empty where it has none of its own. */
export const reasonFields = ({ reasons }: Settings, language: Locale): Fields =>
  Object.fromEntries(REASON_CODES.map((code) => [code, reasons[code]?.[language] ?? '']));

/** The page. */
export function reasonsPage(page: PageContext, { view, language, done, merged, fault }: ReasonsPageData): Page {
  const say = page.sayFrom(ADMIN_SETTINGS_MESSAGES);
  const stored = reasonFields(view.settings, language);
  const shown = merged?.shown ?? stored;
  const conflicts = merged?.conflicts ?? [];
  // The words are one body for the API, so that the refusal does not say which of them is too long.
  const tooLong = say('invalidReason', { count: REASON_CHARACTERS_MAX });
  const isFault = fault === 'invalid_reason_text';
  const wrong = REASON_CODES.filter((code) => isFault && (shown[code] ?? '').length > REASON_CHARACTERS_MAX);
  const { reasons } = view.settings;
  const path = '/admin/settings/reasons';
  return settingsPage(page, {
    tab: 'reasons',
    done,
    faults: isFault ? [{ field: wrong[0], text: tooLong }] : [],
    children: (
      <>
        <p>{say('lead_reasons')}</p>
        <Languages
          page={page}
          path={path}
          current={language}
          written={
            new Set(LOCALES.filter((locale) => REASON_CODES.some((code) => (reasons[code]?.[locale] ?? '') !== '')))
          }
        />
        {conflicts.length > 0 && (
          <Meanwhile page={page}>
            <ul>
              {conflicts.map((code) => (
                <li key={code} lang={language} dir="auto">
                  {stored[code] || '–'}
                </li>
              ))}
            </ul>
          </Meanwhile>
        )}
        <form class="stack settings-form" method="post" action={page.path(`${path}/${language}`)}>
          {REASON_CODES.map((code) => (
            <input key={code} type="hidden" name={`was-${code}`} value={stored[code]} />
          ))}
          {REASON_CODES.map((code) => (
            <TextField
              key={code}
              id={code}
              label={plainText(REASON_TEXTS[page.locale][`reason_${code}`])}
              hint={
                language === page.locale
                  ? undefined
                  : say('reasonDefault', { text: plainText(REASON_TEXTS[language][`reason_${code}`]) })
              }
              error={wrong.includes(code) ? tooLong : undefined}
              value={shown[code]}
              autocomplete="off"
              lang={language}
              dir="auto"
            />
          ))}
          <SubmitButton variant="main">{say('save')}</SubmitButton>
        </form>
        {view.stored.includes('reasons') && (
          <Reset
            page={page}
            title={say('defaultTitle')}
            lead={say('defaultLead')}
            act={say('defaultAct')}
            names={[{ name: 'reasons' }]}
          />
        )}
      </>
    ),
  });
}
