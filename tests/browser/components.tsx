/** @jsxImportSource preact */
// Every component of src/web/ui in its states, for the gallery. A guard test demands a row for each of them. Words come from the
// tables of texts, so that each language shows its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VNode } from 'preact';
import type { Locale } from '../../src/kernel/names.ts';
import sharedEn from '../../src/web/messages/en/shared.json';
import { sayIn } from '../../src/web/messages/say.ts';
import { messagesOf } from '../../src/web/messages/tables.ts';
import { Avatar } from '../../src/web/ui/avatar.tsx';
import { Button, type ButtonVariant, LinkButton, SubmitButton } from '../../src/web/ui/button.tsx';
import { ButtonForm } from '../../src/web/ui/button-form.tsx';
import { Chip, type Tone } from '../../src/web/ui/chip.tsx';
import { Dialog } from '../../src/web/ui/dialogs/dialog.tsx';
import { KeysDialog } from '../../src/web/ui/dialogs/keys-dialog.tsx';
import { LineDiff } from '../../src/web/ui/diff/line-diff.tsx';
import { EmptyState } from '../../src/web/ui/empty-state.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../../src/web/ui/field.tsx';
import { FindForm } from '../../src/web/ui/find-form.tsx';
import { FormErrorSummary } from '../../src/web/ui/form-error-summary.tsx';
import { HiddenFields } from '../../src/web/ui/hidden-fields.tsx';
import { Icon } from '../../src/web/ui/icon.tsx';
import * as icons from '../../src/web/ui/icons.ts';
import { LinkedEntities, type LinkedEntity } from '../../src/web/ui/linked-entity.tsx';
import { Mark } from '../../src/web/ui/mark.tsx';
import { Menu } from '../../src/web/ui/menu.tsx';
import { Notice } from '../../src/web/ui/notice.tsx';
import { NumberPager, OlderLink } from '../../src/web/ui/pager.tsx';
import { Picture } from '../../src/web/ui/picture.tsx';
import { Difficulty } from '../../src/web/ui/play/difficulty.tsx';
import { PlayReach } from '../../src/web/ui/play/play-reach.tsx';
import { AuthorLine, type AuthorLineProps } from '../../src/web/ui/posts/author-line.tsx';
import { CommentFrame, type CommentFrameProps } from '../../src/web/ui/posts/comment-frame.tsx';
import { Gallery, type GalleryItem } from '../../src/web/ui/posts/gallery.tsx';
import { PostCard, type PostCardProps } from '../../src/web/ui/posts/post-card.tsx';
import { QrCode } from '../../src/web/ui/qr-code.tsx';
import { Tabs } from '../../src/web/ui/tabs.tsx';
import { Time } from '../../src/web/ui/time.tsx';
import { TitledSection } from '../../src/web/ui/titled-section.tsx';

type SharedKey = keyof typeof sharedEn;

/** What a state is written with. */
interface Words {
  readonly locale: Locale;
  /** A text of `shared.json` in the language of the picture. */
  readonly text: (key: SharedKey, values?: Readonly<Record<string, string | number>>) => string;
}

export interface ComponentRow {
  readonly name: string;
  /** The components that it shows. */
  readonly shows: readonly ((props: never) => VNode | null)[];
  /** Each state by its name; all are in one picture. */
  readonly states: Readonly<Record<string, (words: Words) => VNode | readonly VNode[]>>;
  /** Opens the dialog or the menu, and shows one screen. */
  readonly opens?: true;
}

const SHARED = messagesOf('shared', sharedEn);

export const wordsIn = (locale: Locale): Words => ({
  locale,
  text: (key, values) => sayIn(locale)(SHARED[locale][key], values),
});

const ART = join(import.meta.dir, '..', '..', 'examples/sample/assets/Assets/Livehouse');
const art = new Map<string, string>();

/** A picture of the sample as an address that needs no server. */
function artUrl(path: string): string {
  const known = art.get(path);
  if (known !== undefined) return known;
  const type = path.endsWith('.webp') ? 'image/webp' : 'image/png';
  const url = `data:${type};base64,${readFileSync(join(ART, path)).toString('base64')}`;
  art.set(path, url);
  return url;
}

/** 25 November 2026, 18:30 in UTC. */
const AT = Date.UTC(2026, 10, 25, 18, 30);
const nothing = (): void => {};

/** As the page writes it where there is no script. */
const dateIn = (locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(AT);

const VARIANTS: readonly ButtonVariant[] = ['main', 'plain', 'quiet', 'danger'];
const TONES: readonly Tone[] = ['success', 'warning', 'danger', 'info', 'special', 'pink', 'own'];

const KEEPER: AuthorLineProps = {
  name: 'lanternkeeper',
  handle: 'lanternkeeper',
  avatarUrl: null,
  avatarSeed: '2b41f',
  href: '#author',
};
const LONG_NAME: AuthorLineProps = {
  ...KEEPER,
  name: 'Maximiliane-Theodora von Hohenberg 🌙 ליאורה בת־הים',
  handle: 'maximiliane_theodora_von_h',
  avatarSeed: '519ac',
};

const item = (id: string, path: string, isDescribed: boolean): GalleryItem => ({
  id,
  url: artUrl(path),
  thumbnailUrl: null,
  posterUrl: null,
  isVideo: false,
  width: 480,
  height: 480,
  alt: 'A lamp',
  isDescribed,
});
const PICTURES = ['1001', '1002', '2001', '3001', '2002'].map((id) => item(id, `Jackets/${id}.png`, true));
const FILM: GalleryItem = {
  ...item('film', 'Jackets/1001.png', true),
  url: 'data:video/mp4;base64,',
  posterUrl: artUrl('Jackets/1001.png'),
  isVideo: true,
};

const entity = (id: string, title: string, lang: string, picture: string | undefined): LinkedEntity => ({
  href: `#${id}`,
  title: { text: title, lang },
  meta: 'Songs · Saltglass Lanterns',
  picture: picture === undefined ? undefined : { src: artUrl(picture), width: 480, height: 480 },
});

const post = ({ locale, text }: Words): PostCardProps => ({
  id: '1',
  href: '#post',
  title: '全カードのイラストを並べてみました',
  excerpt: 'The light of the lighthouse changes a little with each season. In spring it is pink, in summer it is gold.',
  author: KEEPER,
  time: <Time at={AT} text={dateIn(locale)} form="date" />,
  tags: [
    { name: 'harbour', href: '#harbour' },
    { name: 'イラスト', href: '#illustrations' },
  ],
  gallery: [],
  comments: { count: '3', label: text('commentCount', { count: 3 }) },
});

const comment = ({ locale }: Words): CommentFrameProps => ({
  id: '1',
  label: 'No. 3',
  isFocus: false,
  author: KEEPER,
  createdAt: AT,
  written: dateIn(locale),
  edited: undefined,
  waiting: undefined,
  children: <p>Two encores! I left after the first one.</p>,
});

/** Names of the icons as they are imported. */
const ICONS = Object.entries(icons).filter(([name]) => name.startsWith('icon'));

export const COMPONENT_ROWS: readonly ComponentRow[] = [
  {
    name: 'avatar',
    shows: [Avatar],
    states: {
      drawn: () =>
        ['0a1b2', '1c9d3', '2b41f', '3e7a0', '4f00d', '519ac'].map((seed) => <Avatar url={null} seed={seed} />),
      picture: () => <Avatar url={artUrl('Characters/1.png')} seed="0" />,
      large: () => <Avatar url={artUrl('Characters/4.png')} seed="0" size={96} />,
    },
  },
  {
    name: 'button',
    shows: [Button, SubmitButton, LinkButton],
    states: {
      variants: ({ text }) => VARIANTS.map((variant) => <Button variant={variant}>{text('save')}</Button>),
      'with an icon': ({ text }) =>
        VARIANTS.map((variant) => (
          <Button variant={variant} icon={icons.iconHeart}>
            {text('bookmark')}
          </Button>
        )),
      'icon alone': ({ text }) => <Button variant="quiet" icon={icons.iconX} aria-label={text('close')} />,
      pressed: ({ text }) => (
        <Button aria-pressed="true" icon={icons.iconHeart}>
          {text('bookmark')}
        </Button>
      ),
      disabled: ({ text }) =>
        VARIANTS.map((variant) => (
          <Button variant={variant} disabled>
            {text('save')}
          </Button>
        )),
      wide: ({ text }) => (
        <Button variant="main" wide>
          {text('signIn')}
        </Button>
      ),
      'of a form': ({ text }) => <SubmitButton variant="main">{text('confirm')}</SubmitButton>,
      link: ({ text }) => (
        <LinkButton href="#posts" icon={icons.iconMessageCircle}>
          {text('allPosts')}
        </LinkButton>
      ),
    },
  },
  {
    name: 'button-form',
    shows: [ButtonForm, HiddenFields],
    states: {
      plain: ({ text }) => (
        <ButtonForm action="#delete" variant="danger">
          {text('delete')}
        </ButtonForm>
      ),
      'with hidden fields': ({ text }) => (
        <ButtonForm action="#save" hidden={{ version: 1 }}>
          {text('save')}
        </ButtonForm>
      ),
    },
  },
  {
    name: 'chip',
    shows: [Chip],
    states: {
      plain: ({ text }) => <Chip>{text('roleMember')}</Chip>,
      tones: ({ text }) => TONES.map((tone) => <Chip tone={tone}>{text('state')}</Chip>),
      tickets: ({ text }) => [
        <Chip ticket>{text('difficulty')}</Chip>,
        ...TONES.map((tone) => (
          <Chip tone={tone} ticket>
            {text('difficulty')}
          </Chip>
        )),
      ],
      link: () => <Chip href="#harbour">#harbour</Chip>,
    },
  },
  {
    name: 'empty-state',
    shows: [EmptyState],
    states: {
      sentence: ({ text }) => <EmptyState text={text('noPosts')} />,
      'with an act': ({ text }) => (
        <EmptyState icon={icons.iconMessageCircle} text={text('noPosts')}>
          <LinkButton href="#home">{text('toStartPage')}</LinkButton>
        </EmptyState>
      ),
    },
  },
  {
    name: 'field',
    shows: [TextField, TextArea, SelectField, CheckField],
    states: {
      text: ({ text }) => <TextField id="name" label={text('name')} value="Mio Tanaka" />,
      'with a hint': ({ text }) => <TextField id="instance" label={text('name')} hint={text('instanceNameHint')} />,
      refused: ({ text }) => (
        <TextField
          id="refused"
          label={text('name')}
          value=""
          error={text('nameLength60')}
          hint={text('instanceNameHint')}
        />
      ),
      disabled: ({ text }) => <TextField id="off" label={text('emailAddress')} value="mio@example.org" disabled />,
      date: ({ text }) => <TextField id="date" type="date" label={text('when')} value="2026-11-25" />,
      file: ({ text }) => <TextField id="file" type="file" label={text('files')} />,
      lines: ({ text }) => <TextArea id="note" label={text('note')} rows={3} value={'One\nTwo'} />,
      choice: ({ text }) => (
        <SelectField
          id="role"
          label={text('role')}
          value="moderator"
          choices={[
            { value: 'member', label: text('roleMember') },
            { value: 'moderator', label: text('roleModerator') },
          ]}
        />
      ),
      boxes: ({ text }) => [
        <CheckField id="box" label={text('spoiler')} />,
        <CheckField id="ticked" label={text('pinned')} checked hint={text('instanceLanguageHint')} />,
        <CheckField id="wrong" label={text('rules')} error={text('checkFields')} />,
      ],
      'one of several': ({ text }) => [
        <CheckField type="radio" id="all" name="who" value="all" label={text('visibleToEveryone')} checked />,
        <CheckField type="radio" id="some" name="who" value="some" label={text('visibleToSignedIn')} />,
      ],
    },
  },
  {
    name: 'find-form',
    shows: [FindForm],
    states: {
      empty: ({ text }) => <FindForm id="find-empty" action="#" label={text('find')} text="" />,
      asked: ({ text }) => (
        <FindForm id="find-asked" action="#" label={text('posts')} text="灯台" submit={text('find')} />
      ),
    },
  },
  {
    name: 'form-error-summary',
    shows: [FormErrorSummary],
    states: {
      'two fields and the form': ({ text }) => (
        <FormErrorSummary
          title={text('checkFields')}
          faults={[
            { field: 'name', text: text('nameLength60') },
            { field: 'reason', text: text('reasonMissing') },
            { text: text('confirmAddressFirst') },
          ]}
        />
      ),
    },
  },
  {
    name: 'icon',
    shows: [Icon],
    states: Object.fromEntries(ICONS.map(([name, shape]) => [name, () => <Icon shape={shape} />])),
  },
  {
    name: 'linked-entity',
    shows: [LinkedEntities],
    states: {
      'with and without pictures': () => (
        <LinkedEntities
          entities={[
            entity('1', '灯台の約束', 'ja', 'Jackets/1001.png'),
            entity('2', 'A title that is longer than the card that it has to stand in', 'en', undefined),
          ]}
        />
      ),
    },
  },
  { name: 'mark', shows: [Mark], states: { alone: () => <span class="site-name">{<Mark />}</span> } },
  {
    name: 'menu',
    shows: [Menu],
    states: {
      text: ({ text }) => (
        <Menu summary={text('moreActions')}>
          <a href="#edit">{text('edit')}</a>
        </Menu>
      ),
      icon: ({ text }) => (
        <Menu summary={<Icon shape={icons.iconEllipsis} label={text('moreActions')} />}>
          <a href="#edit">{text('edit')}</a>
        </Menu>
      ),
    },
  },
  {
    name: 'menu-open',
    shows: [Menu],
    opens: true,
    states: {
      open: ({ text }) => (
        <Menu summary={text('moreActions')}>
          <a href="#edit">{text('edit')}</a>
          <a href="#history">{text('entryHistory')}</a>
          <Button variant="quiet">{text('delete')}</Button>
        </Menu>
      ),
    },
  },
  {
    name: 'notice',
    shows: [Notice],
    states: {
      plain: ({ text }) => <Notice>{text('previewOutdated')}</Notice>,
      success: ({ text }) => <Notice tone="success">{text('addedCount', { count: 3 })}</Notice>,
      warning: ({ text }) => <Notice tone="warning">{text('confirmAddressFirst')}</Notice>,
      danger: ({ text }) => <Notice tone="danger">{text('failedWithCode', { code: 'conflict' })}</Notice>,
    },
  },
  {
    name: 'pager',
    shows: [NumberPager, OlderLink],
    states: Object.fromEntries([
      ...(
        [
          ['first of 2', 1, 2],
          ['in the middle', 7, 48],
          ['last', 12, 12],
        ] as const
      ).map(([name, page, pages]) => [
        name,
        ({ text }: Words) => (
          <NumberPager
            label={text('pages')}
            page={page}
            pages={pages}
            hrefOf={(number) => `#${number}`}
            previous={text('previousPage')}
            next={text('nextPage')}
          />
        ),
      ]),
      ['older', ({ text }: Words) => <OlderLink href="#older">{text('older')}</OlderLink>],
    ]),
  },
  {
    name: 'picture',
    shows: [Picture],
    states: {
      square: () => <Picture src={artUrl('Jackets/1002.png')} width={240} height={240} alt="" first />,
      wide: () => <Picture src={artUrl('Banners/event_2.png')} width={480} height={180} alt="" first />,
    },
  },
  {
    name: 'difficulty',
    shows: [Difficulty],
    states: {
      known: () =>
        ['easy', 'normal', 'hard', 'expert', 'special', 'master'].map((name, index) => (
          <Difficulty name={name} rating={String(7 + index * 4)} href="#d" />
        )),
      current: () => <Difficulty name="expert" rating="25" href="#d" current />,
      unknown: () => <Difficulty name="append" rating="31" href="#d" />,
    },
  },
  {
    name: 'play-reach',
    shows: [PlayReach],
    states: {
      code: ({ text }) => (
        <PlayReach
          code="https://play.example.org/"
          label={text('openFile')}
          hint={text('openFile')}
          title=""
          steps={[]}
        />
      ),
      'without a code': ({ text }) => (
        <PlayReach
          code={undefined}
          label=""
          hint=""
          title={text('noConnection')}
          steps={[text('instanceNameHint'), text('instanceLanguageHint')]}
        />
      ),
    },
  },
  {
    name: 'qr-code',
    shows: [QrCode],
    states: { code: () => <QrCode text="https://play.example.org/" label="https://play.example.org/" /> },
  },
  {
    name: 'tabs',
    shows: [Tabs],
    states: {
      three: ({ text }) => (
        <Tabs
          label={text('pages')}
          tabs={(['posts', 'tags', 'bookmarks'] as const).map((key, index) => ({
            href: `#${key}`,
            label: text(key),
            current: index === 1,
          }))}
        />
      ),
      'more than fit': ({ text }) => (
        <Tabs
          label={text('moreActions')}
          tabs={(
            ['secondFactor', 'restrictions', 'notifications', 'gameAccounts', 'apiTokens', 'passkeys', 'rules'] as const
          ).map((key, index) => ({ href: `#${key}`, label: text(key), current: index === 0 }))}
        />
      ),
    },
  },
  {
    name: 'time',
    shows: [Time],
    states: Object.fromEntries(
      (['date', 'ago', 'day', 'until'] as const).map((form) => [
        form,
        ({ locale }: Words) => <Time at={AT} text={dateIn(locale)} form={form} />,
      ]),
    ),
  },
  {
    name: 'titled-section',
    shows: [TitledSection],
    states: {
      plain: ({ text }) => (
        <TitledSection titleId="posts" title={text('allPosts')}>
          <p>{text('state')}</p>
        </TitledSection>
      ),
    },
  },
  {
    name: 'dialog',
    shows: [Dialog],
    opens: true,
    states: {
      open: ({ text }) => (
        <Dialog
          id="dialog"
          title={text('delete')}
          closeLabel={text('close')}
          actions={<Button variant="danger">{text('delete')}</Button>}
        >
          <p>{text('previewOutdated')}</p>
        </Dialog>
      ),
    },
  },
  {
    name: 'dialog-full',
    shows: [Dialog],
    opens: true,
    states: {
      open: ({ text }) => (
        <Dialog id="dialog" title={text('find')} closeLabel={text('close')} full>
          <TextField id="words" type="search" label={text('find')} />
        </Dialog>
      ),
    },
  },
  {
    name: 'keys-dialog',
    shows: [KeysDialog],
    opens: true,
    states: {
      open: ({ text }) => (
        <KeysDialog
          id="keys"
          title={text('possibleActions')}
          closeLabel={text('close')}
          keys={[
            ['j', text('nextPage')],
            ['k', text('previousPage')],
            ['l', text('bookmark')],
          ]}
          note={text('note')}
          settings={{ href: '#settings', label: text('state') }}
          dialogRef={{ current: null }}
        />
      ),
    },
  },
  {
    name: 'line-diff',
    shows: [LineDiff],
    states: {
      changed: ({ text, locale }) => (
        <LineDiff
          locale={locale}
          before={'Harbour\nLantern\nTide'}
          after={'Harbour\nLighthouse\nTide\nEncore'}
          added={text('addedCount', { count: 1 })}
          removed={text('removedCount', { count: 1 })}
        />
      ),
    },
  },
  {
    name: 'author-line',
    shows: [AuthorLine],
    states: {
      usual: ({ locale }) => (
        <AuthorLine {...KEEPER}>
          <Time at={AT} text={dateIn(locale)} />
        </AuthorLine>
      ),
      'long name': ({ locale }) => (
        <AuthorLine {...LONG_NAME}>
          <Time at={AT} text={dateIn(locale)} />
        </AuthorLine>
      ),
      'without a handle': () => <AuthorLine {...KEEPER} handle={null} size={32} />,
    },
  },
  {
    name: 'comment-frame',
    shows: [CommentFrame],
    states: {
      usual: (words) => <CommentFrame {...comment(words)} />,
      focus: (words) => <CommentFrame {...comment(words)} id="2" isFocus />,
      'edited and waiting': (words) => (
        <CommentFrame
          {...comment(words)}
          id="3"
          author={LONG_NAME}
          edited={words.text('whatChanged')}
          waiting={words.text('moderation')}
        />
      ),
    },
  },
  {
    name: 'gallery',
    shows: [Gallery],
    states: Object.fromEntries([
      ...[1, 2, 3, 5].map((count) => [
        `small, ${count}`,
        () => <Gallery items={PICTURES.slice(0, count)} href="#post" onOpen={nothing} />,
      ]),
      ['full', () => <Gallery items={PICTURES.slice(0, 2)} />],
      ['film', () => <Gallery items={[FILM]} />],
    ]),
  },
  {
    name: 'post-card',
    shows: [PostCard],
    states: {
      usual: (words) => <PostCard {...post(words)} />,
      'pictures and marks': (words) => (
        <PostCard
          {...post(words)}
          id="2"
          marks={<Chip tone="own">{words.text('pinned')}</Chip>}
          gallery={PICTURES}
          actions={
            <Button variant="quiet" icon={icons.iconHeart}>
              12
            </Button>
          }
        />
      ),
      spoiler: (words) => <PostCard {...post(words)} id="3" spoiler={words.text('spoiler')} />,
      'without a title': (words) => <PostCard {...post(words)} id="4" title="The light of the lighthouse" />,
    },
  },
];
