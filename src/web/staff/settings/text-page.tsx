/** @jsxImportSource preact */
// A text of the instance in one language, with its preview beside it.
import type { VNode } from 'preact';
import { readMarkdownTree } from '../../../features/community/common/markdown-tree.ts';
import { TEXT_CHARACTERS_MAX, type TEXT_NAMES } from '../../../features/instance/common/settings.ts';
import { sha256Hex } from '../../../kernel/canonical-json.ts';
import { fillName } from '../../../kernel/fill-name.ts';
import { LOCALES, type Locale } from '../../../kernel/names.ts';
import { faultsOf } from '../../forms/faults.ts';
import { Island } from '../../islands/island.tsx';
import { LANGUAGE_NAMES } from '../../messages/shell.ts';
import { ADMIN_SETTINGS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { LineDiff } from '../../ui/diff/line-diff.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Languages, Meanwhile, Reset, settingsPage } from './frame.tsx';
import type { SettingsView } from './view.ts';

export type TextName = (typeof TEXT_NAMES)[number];

export interface TextPageData {
  readonly view: SettingsView;
  readonly name: TextName;
  readonly language: Locale;
  readonly done?: string | undefined;
  /** What a form sent that was not stored. */
  readonly typed?: string;
  readonly fault?: string;
}

export const TEXT_FAULTS = faultsOf(ADMIN_SETTINGS_MESSAGES, {
  invalid_instance_text: ['text', 'invalidText', { count: TEXT_CHARACTERS_MAX }],
});

const DIGEST_DIGITS = 16;
/** Names a text in a form, which then need not hold it twice. */
export const textDigest = (text: string): string => sha256Hex(new TextEncoder().encode(text)).slice(0, DIGEST_DIGITS);

/** The page. */
export function textPage(page: PageContext, { view, name, language, done, typed, fault }: TextPageData): Page {
  const say = page.sayFrom(ADMIN_SETTINGS_MESSAGES);
  const texts = view.settings[name];
  const stored = texts[language] ?? '';
  const shown = typed ?? stored;
  const path = `/admin/settings/texts/${name}`;
  return settingsPage(page, {
    tab: name,
    done,
    faults: TEXT_FAULTS.list(page, fault),
    children: (
      <>
        <p>{say(`lead_${name}`)}</p>
        <Languages
          page={page}
          path={path}
          current={language}
          written={new Set(LOCALES.filter((locale) => (texts[locale] ?? '').trim() !== ''))}
        />
        {fault === 'version_conflict' && <Changed page={page} stored={stored} typed={shown} />}
        <div class="settings-text">
          <form class="stack" method="post" action={page.path(`${path}/${language}`)}>
            <input type="hidden" name="was" value={textDigest(stored)} />
            <TextArea
              id="text"
              label={`${say(name)} · ${LANGUAGE_NAMES[language]}`}
              hint={say('textHint')}
              error={TEXT_FAULTS.at(page, fault, 'text')}
              value={shown}
              rows={name === 'notice' ? 6 : 16}
              lang={language}
              dir="auto"
            />
            <div class="row">
              <Button variant="main">{say('save')}</Button>
              {name !== 'notice' && <a href={page.path(`/${name}`, { lang: language })}>{say('seePage')}</a>}
            </div>
          </form>
          <Island
            name="text-preview"
            when="load"
            props={{
              field: 'text',
              base: page.basePath,
              name: view.settings.name,
              lang: language,
              tree: readMarkdownTree(fillName(shown, view.settings.name)),
            }}
          />
        </div>
        {view.stored.includes(name) && (
          <Reset
            page={page}
            title={say('defaultTitle')}
            lead={say('defaultLead')}
            act={say('defaultAct')}
            names={[{ name }]}
          />
        )}
      </>
    ),
  });
}

/** What is stored now against what was typed. */
function Changed({ page, stored, typed }: PageProps & { readonly stored: string; readonly typed: string }): VNode {
  const say = page.sayFrom(ADMIN_SETTINGS_MESSAGES);
  return (
    <Meanwhile page={page}>
      <p>{say('difference')}</p>
      <LineDiff locale={page.locale} before={stored} after={typed} added={say('added')} removed={say('removed')} />
    </Meanwhile>
  );
}
