// The islands: component and words of each. A page names the file of each of its islands, so the browser needs no list.
import { h, type VNode } from 'preact';
import type { Locale } from '../../kernel/names.ts';
import { ALTCHA_MESSAGES, PASSKEY_SIGN_IN_MESSAGES } from '../messages/account.ts';
import { ENTITY_BOOKMARK_MESSAGES, FIELD_NAMES_MESSAGES } from '../messages/catalog.ts';
import {
  COMMENT_ACTIONS_MESSAGES,
  COMMENT_FORM_MESSAGES,
  FEED_KEYS_MESSAGES,
  FEED_NEWS_MESSAGES,
  LIVE_THREAD_MESSAGES,
  MORE_REPLIES_MESSAGES,
  PERSON_ACTIONS_MESSAGES,
  POST_ACTIONS_MESSAGES,
  POST_GALLERY_MESSAGES,
  READ_ALL_MESSAGES,
  SUBSCRIBE_MESSAGES,
  TAG_FOLLOW_MESSAGES,
  WRITTEN_COMMENTS_MESSAGES,
} from '../messages/community.ts';
import { COMPOSER_MESSAGES } from '../messages/compose.ts';
import { ENTITY_MARKS_MESSAGES } from '../messages/lists.ts';
import { DESK_MESSAGES } from '../messages/moderation.ts';
import { type Messages, type OwnWords, type Spoken, sayFrom, type Words, wordsOf } from '../messages/say.ts';
import { AVATAR_UPLOAD_MESSAGES, KEYS_SWITCH_MESSAGES, PASSKEY_ADD_MESSAGES } from '../messages/settings.ts';
import { COPY_TEXT_MESSAGES, TEXT_PREVIEW_MESSAGES } from '../messages/shell.ts';
import { CHART_THEATRE_MESSAGES, SONG_PLAYER_MESSAGES } from '../messages/song.ts';
import { byLocale } from '../messages/tables.ts';
import { AltchaCheck, type AltchaCheckProps } from './account/altcha-check.tsx';
import { KeysSwitch } from './account/keys-switch.tsx';
import { PasskeyAdd, type PasskeyAddProps, type PasskeyAddWords } from './account/passkey-add.tsx';
import { PasskeySignIn, type PasskeySignInProps } from './account/passkey-sign-in.tsx';
import { AvatarUpload, type AvatarUploadProps, type AvatarUploadWords } from './avatar-upload.tsx';
import { CommentActions, type CommentActionsProps, type CommentWords } from './community/comment-actions.tsx';
import { CommentForm, type CommentFormProps, type CommentFormWords } from './community/comment-form.tsx';
import { EntityBookmark, type EntityBookmarkProps, type EntityBookmarkWords } from './community/entity-bookmark.tsx';
import { FeedKeys, type FeedKeysProps, type FeedKeysWords } from './community/feed-keys.tsx';
import { FeedNews, type FeedNewsProps, type FeedNewsWords } from './community/feed-news.tsx';
import { PersonActions, type PersonActionsProps, type PersonWords } from './community/person-actions.tsx';
import { PostActions, type PostActionsProps, type PostWords } from './community/post-actions.tsx';
import { PostGallery, type PostGalleryProps, type PostGalleryWords } from './community/post-gallery.tsx';
import { ReadAll, type ReadAllProps, type ReadAllWords } from './community/read-all.tsx';
import {
  SubscribeButton,
  type SubscribeButtonProps,
  type SubscribeButtonWords,
} from './community/subscribe-button.tsx';
import { TagFollow, type TagFollowProps, type TagFollowWords } from './community/tag-follow.tsx';
import type { FaultWords } from './community-parts/refused.ts';
import { Composer, type ComposerProps } from './composer.tsx';
import type { ComposerWord } from './composer-parts/common/words.ts';
import { CopyText, type CopyTextProps } from './copy-text.tsx';
import { FieldNames, type FieldNamesProps } from './field-names.tsx';
import { EntityMarks, type EntityMarksProps } from './lists/entity-marks.tsx';
import { ModerationDesk, type ModerationDeskProps, type ModerationDeskWords } from './moderation-desk.tsx';
import { OwnTimeZone, type OwnTimeZoneProps } from './own-time-zone.tsx';
import { ChartTheatre, type ChartTheatreProps, type TheatreWord } from './song/chart-theatre.tsx';
import { SongPlayer, type SongPlayerProps, type SongPlayerWord } from './song/song-player.tsx';
import { TextPreview, type TextPreviewProps, type TextPreviewWord } from './text-preview.tsx';
import { LiveThread, type LiveThreadProps, type LiveThreadWords } from './thread/live-thread.tsx';
import { MoreReplies, type MoreRepliesProps, type MoreRepliesWords } from './thread/more-replies.tsx';
import { WrittenComments, type WrittenCommentsProps, type WrittenCommentsWords } from './thread/written-comments.tsx';

export interface ServerIsland<P> {
  readonly render: (props: P, locale: Locale, own: OwnWords) => VNode;
  readonly wordsIn: (locale: Locale, own: OwnWords) => Words;
}

/** Joins a component and its words. */
function island<P, K extends string>(
  component: (props: P & Spoken<K>) => VNode | null,
  messages: Messages<K>,
): ServerIsland<P> {
  return {
    render: (props, locale, own) => {
      const Component = (): VNode | null =>
        component({ ...props, say: sayFrom(wordsOf(messages, locale, own), locale), locale });
      return h(Component, {});
    },
    wordsIn: (locale, own) => wordsOf(messages, locale, own),
  };
}

export const ISLANDS = {
  'altcha-check': island<AltchaCheckProps, 'working' | 'done' | 'failed' | 'again'>(AltchaCheck, ALTCHA_MESSAGES),
  'keys-switch': island<object, 'label' | 'hint'>(KeysSwitch, KEYS_SWITCH_MESSAGES),
  'passkey-add': island<PasskeyAddProps, PasskeyAddWords>(PasskeyAdd, PASSKEY_ADD_MESSAGES),
  'passkey-sign-in': island<PasskeySignInProps, 'use' | 'failed' | 'notEnough'>(
    PasskeySignIn,
    PASSKEY_SIGN_IN_MESSAGES,
  ),
  composer: island<ComposerProps, ComposerWord>(Composer, COMPOSER_MESSAGES),
  'post-actions': island<PostActionsProps, PostWords>(PostActions, POST_ACTIONS_MESSAGES),
  'comment-actions': island<CommentActionsProps, CommentWords>(CommentActions, COMMENT_ACTIONS_MESSAGES),
  'comment-form': island<CommentFormProps, CommentFormWords>(CommentForm, COMMENT_FORM_MESSAGES),
  'written-comments': island<WrittenCommentsProps, WrittenCommentsWords>(WrittenComments, WRITTEN_COMMENTS_MESSAGES),
  'live-thread': island<LiveThreadProps, LiveThreadWords>(LiveThread, LIVE_THREAD_MESSAGES),
  'more-replies': island<MoreRepliesProps, MoreRepliesWords>(MoreReplies, MORE_REPLIES_MESSAGES),
  'post-gallery': island<PostGalleryProps, PostGalleryWords>(PostGallery, POST_GALLERY_MESSAGES),
  'feed-news': island<FeedNewsProps, FeedNewsWords>(FeedNews, FEED_NEWS_MESSAGES),
  'feed-keys': island<FeedKeysProps, FeedKeysWords>(FeedKeys, FEED_KEYS_MESSAGES),
  'person-actions': island<PersonActionsProps, PersonWords>(PersonActions, PERSON_ACTIONS_MESSAGES),
  'entity-marks': island<EntityMarksProps, FaultWords>(EntityMarks, ENTITY_MARKS_MESSAGES),
  'entity-bookmark': island<EntityBookmarkProps, EntityBookmarkWords>(EntityBookmark, ENTITY_BOOKMARK_MESSAGES),
  'subscribe-button': island<SubscribeButtonProps, SubscribeButtonWords>(SubscribeButton, SUBSCRIBE_MESSAGES),
  'tag-follow': island<TagFollowProps, TagFollowWords>(TagFollow, TAG_FOLLOW_MESSAGES),
  'read-all': island<ReadAllProps, ReadAllWords>(ReadAll, READ_ALL_MESSAGES),
  'avatar-upload': island<AvatarUploadProps, AvatarUploadWords>(AvatarUpload, AVATAR_UPLOAD_MESSAGES),
  'text-preview': island<TextPreviewProps, TextPreviewWord>(TextPreview, TEXT_PREVIEW_MESSAGES),
  'song-player': island<SongPlayerProps, SongPlayerWord>(SongPlayer, SONG_PLAYER_MESSAGES),
  'chart-theatre': island<ChartTheatreProps, TheatreWord>(ChartTheatre, CHART_THEATRE_MESSAGES),
  'moderation-desk': island<ModerationDeskProps, ModerationDeskWords>(ModerationDesk, DESK_MESSAGES),
  'field-names': island<FieldNamesProps, 'suggestions' | 'hint'>(FieldNames, FIELD_NAMES_MESSAGES),
  'own-time-zone': island<OwnTimeZoneProps, never>(
    OwnTimeZone,
    byLocale(() => ({})),
  ),
  'copy-text': island<CopyTextProps, 'copy' | 'copied' | 'failed'>(CopyText, COPY_TEXT_MESSAGES),
};

export type IslandName = keyof typeof ISLANDS;

/** Props of an island, without the words that it gets on its own. */
export type IslandProps<N extends IslandName> = (typeof ISLANDS)[N] extends ServerIsland<infer P> ? P : never;

/** Renders an island on the server. */
export function renderIsland<N extends IslandName>(
  name: N,
  props: IslandProps<N>,
  { locale, ownWords }: { readonly locale: Locale; readonly ownWords: OwnWords },
): VNode {
  const found: { readonly [M in IslandName]: ServerIsland<IslandProps<M>> } = ISLANDS;
  return found[name].render(props, locale, ownWords);
}
