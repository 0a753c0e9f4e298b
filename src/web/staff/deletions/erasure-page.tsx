/** @jsxImportSource preact */
// Erasing at once, for administrators: the form that names what is erased, and the page that asks before.
import { ERASED_KINDS } from '../../../features/community/deletions/contract.ts';
import { NOTE_MAX } from '../../../kernel/reason-code.ts';
import { faultsOf } from '../../forms/faults.ts';
import { DELETIONS_MESSAGES } from '../../messages/staff.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { Button, LinkButton, SubmitButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { adminPage } from '../common/frame.tsx';

type Kind = (typeof ERASED_KINDS)[number];

export const ERASURE_FAULTS = faultsOf(DELETIONS_MESSAGES, {
  forbidden: 'faultOwn',
  self_modification_forbidden: 'faultOwn',
  last_administrator_required: 'faultLast',
  invalid_body: ['reason', 'faultText'],
  post_not_found: 'faultMissing',
  comment_not_found: 'faultMissing',
  attachment_not_found: 'faultMissing',
  list_not_found: 'faultMissing',
  account_not_found: 'faultMissing',
});

/** The page that asks which thing is to be erased. */
export function erasuresPage(
  page: PageContext,
  { kind, done }: { readonly kind: Kind | undefined; readonly done: string | undefined },
): Page {
  const say = page.sayFrom(DELETIONS_MESSAGES);
  const erased = ERASED_KINDS.find((one) => one === done);
  return adminPage(page, {
    section: 'erasures',
    styles: ['administration'],
    done: erased === undefined ? undefined : say(erased === 'account' ? 'doneAccount' : 'doneErased'),
    children: (
      <form class="card stack" method="get" action={`${page.basePath}/admin/erasures`}>
        <p>{say('erasuresLead')}</p>
        <HiddenFields values={{ lang: page.forcedLocale }} />
        <SelectField
          id="kind"
          label={say('what')}
          value={kind ?? 'account'}
          choices={ERASED_KINDS.map((value) => ({ value, label: say(`kind_${value}`) }))}
        />
        <TextField
          id="id"
          label={say('id')}
          hint={say('idHint')}
          required
          maxLength={64}
          autocomplete="off"
          spellcheck={false}
          dir="ltr"
        />
        <Button>{say('next')}</Button>
      </form>
    ),
  });
}

export interface ErasureData {
  readonly kind: Kind;
  readonly id: string;
  /** Of the author or of the account; empty: not known. */
  readonly name: string;
  /** Empty: not known. */
  readonly excerpt: string;
  readonly fault?: string;
  readonly typed?: string;
}

/** The page that asks before something is erased. */
export function erasurePage(page: PageContext, { kind, id, name, excerpt, fault, typed }: ErasureData): Page {
  const say = page.sayFrom(DELETIONS_MESSAGES);
  return adminPage(page, {
    section: 'erasures',
    title: say(`erase_${kind}`),
    styles: ['administration'],
    faults: ERASURE_FAULTS.list(page, fault),
    children: (
      <form
        class="card staff-move"
        method="post"
        action={page.path(`/admin/erasures/${kind}/${encodeURIComponent(id)}`)}
      >
        <p class="row">
          <strong>{say(`kind_${kind}`)}</strong>
          <code>{id}</code>
        </p>
        {name !== '' && <p dir="auto">{name}</p>}
        {excerpt !== '' && <p dir="auto">{excerpt}</p>}
        <p>{say(kind === 'account' ? 'seeAccount' : 'seeErased')}</p>
        <p>{say('backups')}</p>
        <p>
          <strong>{say('noWayBack')}</strong>
        </p>
        <TextField
          id="reason"
          label={say('eraseReason')}
          hint={say('eraseReasonHint')}
          value={typed}
          error={ERASURE_FAULTS.at(page, fault, 'reason')}
          required
          maxLength={NOTE_MAX}
          dir="auto"
          autocomplete="off"
        />
        <div class="row">
          <SubmitButton variant="danger">{say(`erase_${kind}`)}</SubmitButton>
          <LinkButton href={page.path('/admin/erasures')}>{say('cancel')}</LinkButton>
        </div>
      </form>
    ),
  });
}
