// The islands for the browser: each is fetched when a page has it.
import type { Spoken } from '../messages/say.ts';

export const ISLAND_LOADERS = {
  composer: async () => (await import('./composer.tsx')).Composer,
  'post-actions': async () => (await import('./community/post-actions.tsx')).PostActions,
  'comment-actions': async () => (await import('./community/comment-actions.tsx')).CommentActions,
  'comment-form': async () => (await import('./community/comment-form.tsx')).CommentForm,
  'written-comments': async () => (await import('./thread/written-comments.tsx')).WrittenComments,
  'more-replies': async () => (await import('./thread/more-replies.tsx')).MoreReplies,
  'post-gallery': async () => (await import('./community/post-gallery.tsx')).PostGallery,
  'feed-news': async () => (await import('./community/feed-news.tsx')).FeedNews,
  'feed-keys': async () => (await import('./community/feed-keys.tsx')).FeedKeys,
  'person-actions': async () => (await import('./community/person-actions.tsx')).PersonActions,
  'entity-bookmark': async () => (await import('./community/entity-bookmark.tsx')).EntityBookmark,
  'tag-follow': async () => (await import('./community/tag-follow.tsx')).TagFollow,
  'read-all': async () => (await import('./community/read-all.tsx')).ReadAll,
  'avatar-upload': async () => (await import('./avatar-upload.tsx')).AvatarUpload,
  'copy-text': async () => (await import('./copy-text.tsx')).CopyText,
  'moderation-desk': async () => (await import('./moderation-desk.tsx')).ModerationDesk,
  'text-preview': async () => (await import('./text-preview.tsx')).TextPreview,
  'song-player': async () => (await import('./song/song-player.tsx')).SongPlayer,
  'chart-theatre': async () => (await import('./song/chart-theatre.tsx')).ChartTheatre,
  'altcha-check': async () => (await import('./account/altcha-check.tsx')).AltchaCheck,
  'keys-switch': async () => (await import('./account/keys-switch.tsx')).KeysSwitch,
  'passkey-add': async () => (await import('./account/passkey-add.tsx')).PasskeyAdd,
  'passkey-sign-in': async () => (await import('./account/passkey-sign-in.tsx')).PasskeySignIn,
} satisfies Record<string, () => Promise<(props: never & Spoken) => unknown>>;
