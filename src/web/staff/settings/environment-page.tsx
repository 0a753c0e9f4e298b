/** @jsxImportSource preact */
// The variables of the environment, which are changed where the service is started. Secrets are set or not.
import type { VNode } from 'preact';
import { readMarkdownTree } from '../../../features/community/common/markdown-tree.ts';
import { MarkdownView } from '../../markdown/view.tsx';
import { ADMIN_SETTINGS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { Chip } from '../../ui/chip.tsx';
import { StaffTable } from '../common/table.tsx';
import { settingsPage } from './frame.tsx';
import type { SettingsView } from './view.ts';

type Variable = SettingsView['environment'][number];

/** The page: those that are set first. */
export function environmentPage(page: PageContext, { environment }: SettingsView): Page {
  const say = page.sayFrom(ADMIN_SETTINGS_MESSAGES);
  const table = (caption: string, rows: readonly Variable[]): VNode => (
    <StaffTable
      caption={caption}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { label: say('variable'), cell: ({ name }) => <code>{name}</code> },
        { label: say('value'), cell: (variable) => <Value page={page} variable={variable} /> },
        { label: say('meaning'), cell: ({ meaning }) => <English text={meaning} /> },
      ]}
    />
  );
  const set = environment.filter(({ isSet }) => isSet);
  return settingsPage(page, {
    tab: 'environment',
    children: (
      <>
        <p>{say('lead_environment')}</p>
        <div class="stack">
          <h2>{say('set')}</h2>
          {set.length === 0 ? <p class="meta">{say('noneSet')}</p> : table(say('set'), set)}
        </div>
        <div class="stack">
          <h2>{say('unset')}</h2>
          {table(
            say('unset'),
            environment.filter(({ isSet }) => !isSet),
          )}
        </div>
      </>
    ),
  });
}

/** Where the manual says more, which is not on these pages. */
const MANUAL = /;? see \[[^\]]+\]\((?:#|[a-z]+\.md)[^)]*\)/g;

/** The documentation of a variable is English. */
const English = ({ text }: { readonly text: string }): VNode => (
  <MarkdownView
    tree={readMarkdownTree(text.replace(MANUAL, ''))}
    links={{ mention: () => '#', tag: () => '#' }}
    lang="en"
  />
);

function Value({ page, variable }: PageProps & { readonly variable: Variable }): VNode {
  const { isSet, isSecret, value, fallback, hiddenBy } = variable;
  const say = page.sayFrom(ADMIN_SETTINGS_MESSAGES);
  if (!isSet) return <English text={fallback} />;
  if (isSecret) return <Chip>{say('secret')}</Chip>;
  if (hiddenBy.length === 0) return <code>{value}</code>;
  return (
    <>
      <code>{value}</code> <Chip tone="warning">{say('hidden')}</Chip>
    </>
  );
}
