/** @jsxImportSource preact */
// The frames of the staff pages. Administration: a rail on wide screens, a choice of the place on phones. Moderation: a row
// of sections above the page, which has the whole width.
import type { ComponentChildren, VNode } from 'preact';
import { STAFF_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { FormErrorSummary, type FormFault } from '../../ui/form-error-summary.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconChevronDown } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';
import { ADMIN_SECTIONS, type AdminSection, MODERATION_SECTIONS, type ModerationSection } from './sections.ts';

/** What the staff pages share: search engines do not see them. */
const frame = { noindex: true } as const;

interface StaffPage<S extends string> {
  readonly section: S;
  /** Of a page below that of the section. */
  readonly title?: string | undefined;
  /** Whether the title is for programs that read pages aloud, since the content begins with a fuller one. */
  readonly isTitleUnseen?: boolean | undefined;
  /** A sentence about what was just done. */
  readonly done?: string | undefined;
  readonly faults?: readonly FormFault[] | undefined;
  /** Files of `styles/` besides that of the frame. */
  readonly styles?: readonly string[];
  readonly children: ComponentChildren;
}

/** Puts a page of the administration into its frame. */
export function adminPage(page: PageContext, admin: StaffPage<AdminSection>): Page {
  const say = page.sayFrom(STAFF_MESSAGES);
  const title = admin.title ?? say(admin.section);
  return {
    ...frame,
    title: `${title} · ${say('administration')}`,
    styles: ['staff', ...(admin.styles ?? [])],
    content: (
      <div class="staff">
        <AdminRail page={page} section={admin.section} />
        <div class="staff-main stack stack-loose">
          <Head {...admin} page={page} title={title}>
            <AdminChoice page={page} section={admin.section} />
            {admin.title !== undefined && <AdminBack page={page} section={admin.section} />}
          </Head>
          {admin.children}
        </div>
      </div>
    ),
  };
}

/** Puts a page of moderation into its frame. */
export function moderationPage(page: PageContext, moderation: StaffPage<ModerationSection>): Page {
  const say = page.sayFrom(STAFF_MESSAGES);
  const title = moderation.title ?? say(moderation.section);
  return {
    ...frame,
    title: `${title} · ${say('moderation')}`,
    styles: ['staff', ...(moderation.styles ?? [])],
    content: (
      <div class="stack stack-loose">
        <nav class="staff-sections" aria-label={say('moderation')}>
          {sectionsOf(page, MODERATION_SECTIONS).map((item) => (
            <SectionLink key={item.name} page={page} item={item} isCurrent={item.name === moderation.section} />
          ))}
        </nav>
        <Head
          page={page}
          title={title}
          isTitleUnseen={moderation.isTitleUnseen}
          done={moderation.done}
          faults={moderation.faults}
        />
        {moderation.children}
      </div>
    ),
  };
}

type Section = (typeof ADMIN_SECTIONS)[number] | (typeof MODERATION_SECTIONS)[number];

const sectionsOf = <P extends Section>(page: PageContext, sections: readonly P[]): readonly P[] =>
  sections.filter(({ path }) => page.hasPage(path));

interface HeadProps extends PageProps, Pick<StaffPage<string>, 'isTitleUnseen' | 'done' | 'faults'> {
  readonly title: string;
  readonly children?: ComponentChildren;
}

function Head({ page, title, isTitleUnseen = false, done, faults = [], children }: HeadProps): VNode {
  const say = page.sayFrom(STAFF_MESSAGES);
  return (
    <div class="stack">
      {children}
      <h1 class={isTitleUnseen ? 'unseen' : undefined}>{title}</h1>
      {done !== undefined && faults.length === 0 && <Notice tone="success">{done}</Notice>}
      <FormErrorSummary title={say('faults')} faults={faults} />
    </div>
  );
}

interface SectionLinkProps extends PageProps {
  readonly item: Section;
  readonly isCurrent: boolean;
}

const SectionLink = ({ page, item, isCurrent }: SectionLinkProps): VNode => (
  <a class="staff-item" href={page.path(item.path)} aria-current={isCurrent ? 'page' : undefined}>
    <Icon shape={item.icon} />
    {page.sayFrom(STAFF_MESSAGES)(item.name)}
    {item.name === 'registrations' && <WaitingCount page={page} />}
  </a>
);

const COUNT_MAX = 99;

/** How many registrations wait; nothing where none does. */
function WaitingCount({ page }: PageProps): VNode | null {
  const count = page.viewer?.registrations ?? 0;
  if (count === 0) return null;
  const shown = count > COUNT_MAX ? `${COUNT_MAX}+` : page.numbers.format(count);
  return (
    <span class="staff-count">
      <span aria-hidden="true">{shown}</span>
      <span class="unseen">{page.sayFrom(STAFF_MESSAGES)('waitingCount', { count })}</span>
    </span>
  );
}

interface SectionProps extends PageProps {
  readonly section: AdminSection;
}

const AdminList = ({ page, section }: SectionProps): VNode => (
  <ul class="plain-list">
    {sectionsOf(page, ADMIN_SECTIONS).map((item) => (
      <li key={item.name}>
        <SectionLink page={page} item={item} isCurrent={item.name === section} />
      </li>
    ))}
  </ul>
);

const AdminRail = ({ page, section }: SectionProps): VNode => (
  <nav class="staff-rail" aria-label={page.sayFrom(STAFF_MESSAGES)('administration')}>
    <AdminList page={page} section={section} />
  </nav>
);

/** The same sections on phones, where a disclosure takes the room of one line and works without script. */
function AdminChoice({ page, section }: SectionProps): VNode {
  const say = page.sayFrom(STAFF_MESSAGES);
  return (
    <nav class="staff-choice" aria-label={say('administration')}>
      <details>
        <summary>
          <span class="meta">{say('administration')}</span>
          <strong>{say(section)}</strong>
          <Icon shape={iconChevronDown} />
        </summary>
        <AdminList page={page} section={section} />
      </details>
    </nav>
  );
}

/** From a page below that of a section, on all screens. */
function AdminBack({ page, section }: SectionProps): VNode | null {
  const above = ADMIN_SECTIONS.find(({ name }) => name === section);
  if (above === undefined) return null;
  return (
    <p class="staff-back">
      <a href={page.path(above.path)}>{page.sayFrom(STAFF_MESSAGES)(section)}</a>
    </p>
  );
}
