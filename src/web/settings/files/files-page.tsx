/** @jsxImportSource preact */
// One's own files: what became of each, the post that holds it, and what it shows for people who do not see it.
import type { VNode } from 'preact';
import { LISTED_STATUSES } from '../../../features/uploads/common/attachments.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { doneOf } from '../../forms/faults.ts';
import { FILE_SETTINGS_MESSAGES, SETTINGS_MESSAGES } from '../../messages/settings.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { LinkButton, SubmitButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextArea } from '../../ui/field.tsx';
import { HiddenFields } from '../../ui/hidden-fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { iconImage, iconVideo } from '../../ui/icons.ts';
import { OlderLink } from '../../ui/pager.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { colonIn } from '../../ui/text/punctuation.ts';
import { Time } from '../../ui/time.tsx';
import { settingsPage } from '../common/frame.tsx';

type Files = AnswerBody<'GET /api/v1/community/me/attachments'>;
type File = Files['attachments'][number];
type Status = (typeof LISTED_STATUSES)[number];

const ALT_MAX = 500;
const TONES: Readonly<Record<File['status'], Tone | undefined>> = {
  reserved: undefined,
  scanning: 'info',
  ready: 'success',
  review: 'warning',
  rejected: 'danger',
  deleted: undefined,
};

const sayDone = doneOf(FILE_SETTINGS_MESSAGES, { described: 'done_described', deleted: 'done_deleted' });

export interface FilesData extends Files {
  /** By which the list is narrowed. */
  readonly status: Status | undefined;
  readonly done?: string | undefined;
  /** A description that is too long. */
  readonly refused?: { readonly file: string; readonly typed: string };
}

export function filesPage(page: PageContext, data: FilesData): Page {
  const say = page.sayFrom(FILE_SETTINGS_MESSAGES);
  const { attachments, nextCursor, status, done, refused } = data;
  const fault = say('altTooLong', { count: ALT_MAX });
  return settingsPage(page, {
    section: 'files',
    done: sayDone(page, done),
    faults: refused === undefined ? [] : [{ field: `alt-${refused.file}`, text: fault }],
    children: (
      <>
        <Tabs
          label={say('states')}
          tabs={[undefined, ...LISTED_STATUSES].map((name) => ({
            href: page.path('/settings/files', { status: name }),
            label: say(name ?? 'all'),
            current: name === status,
          }))}
        />
        {attachments.length === 0 ? (
          <EmptyState icon={iconImage} text={say('none')} />
        ) : (
          <ul class="plain-list settings-files">
            {attachments.map((file) => (
              <li key={file.id} id={`file-${file.id}`}>
                <FileItem page={page} file={file} refused={refused?.file === file.id ? refused.typed : undefined} />
              </li>
            ))}
          </ul>
        )}
        <OlderLink href={page.older('/settings/files', nextCursor, { status })}>
          {page.sayFrom(SETTINGS_MESSAGES)('older')}
        </OlderLink>
      </>
    ),
  });
}

interface FileProps extends PageProps {
  readonly file: File;
}

function FileItem({ page, file, refused }: FileProps & { readonly refused: string | undefined }): VNode {
  const say = page.sayFrom(FILE_SETTINGS_MESSAGES);
  const { id, fileName, status, createdAt, downloadUrl, postId, postTitle } = file;
  return (
    <>
      <Preview page={page} file={file} />
      <div class="stack">
        <div>
          <strong dir="auto">{fileName}</strong>
          <p class="meta">
            <Time at={createdAt} text={page.date(createdAt)} />
            {' · '}
            <span dir="ltr">{file.mediaType}</span>
          </p>
        </div>
        <div class="row">
          <Chip tone={TONES[status]}>{say(status)}</Chip>
          {postId === null ? (
            <span class="meta">{say('noPost')}</span>
          ) : (
            <a href={page.path(`/community/posts/${postId}`)} dir="auto">
              {postTitle ?? say('post')}
            </a>
          )}
        </div>
        {file.alt !== null && (
          <p>
            {`${say('alt')}${colonIn(page.locale)}`}
            <span dir="auto">{file.alt}</span>
          </p>
        )}
        <AltForm page={page} file={file} refused={refused} />
        <div class="row">
          {downloadUrl !== null && (
            <LinkButton href={`${page.basePath}${downloadUrl}`} aria-label={say('openOf', { name: fileName })}>
              {say('open')}
            </LinkButton>
          )}
          {postId === null && (
            <ButtonForm
              action={page.path('/settings/files')}
              hidden={{ act: 'delete', file: id }}
              variant="danger"
              aria-label={say('removeOf', { name: fileName })}
            >
              {say('remove')}
            </ButtonForm>
          )}
        </div>
      </div>
    </>
  );
}

/** What the file shows, for people who do not see it. */
function AltForm({ page, file, refused }: FileProps & { readonly refused: string | undefined }): VNode {
  const say = page.sayFrom(FILE_SETTINGS_MESSAGES);
  return (
    <details open={refused !== undefined}>
      <summary aria-label={say(file.alt === null ? 'describeOf' : 'editAltOf', { name: file.fileName })}>
        {say(file.alt === null ? 'describe' : 'editAlt')}
      </summary>
      <form class="stack" method="post" action={page.path('/settings/files')}>
        <HiddenFields values={{ act: 'describe', file: file.id }} />
        <TextArea
          id={`alt-${file.id}`}
          name="alt"
          label={say('alt')}
          hint={say('altHint', { count: ALT_MAX })}
          error={refused === undefined ? undefined : say('altTooLong', { count: ALT_MAX })}
          value={refused ?? file.alt ?? ''}
          rows={3}
          dir="auto"
        />
        <SubmitButton>{page.sayFrom(SETTINGS_MESSAGES)('save')}</SubmitButton>
      </form>
    </details>
  );
}

/** A small picture where there is one. */
function Preview({ page, file }: FileProps): VNode {
  const small = file.thumbnailUrl ?? file.posterUrl;
  if (small === null) {
    return (
      <span class="settings-file-none">
        <Icon shape={file.mediaType.startsWith('video/') ? iconVideo : iconImage} />
      </span>
    );
  }
  // The name stands beside it.
  return <Picture src={`${page.basePath}${small}`} width={96} height={96} alt={file.alt ?? ''} />;
}
