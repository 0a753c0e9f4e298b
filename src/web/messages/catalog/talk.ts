// Words of what people do with an entry of a catalog: keep it, and talk about it.
import { FAULTS } from '../islands-community.ts';
import { defineMessages } from '../say.ts';

export const TALK_MESSAGES = defineMessages({
  en: {
    title: 'Talk',
    empty: 'Nobody has written about this yet.',
    write: 'Write about this',
    saying: 'Posts that say this',
    all: 'All posts',
    older: 'Older posts',
    away: 'Posts cannot be read now.',
    spoiler: 'A post with spoilers',
    comments: { one: '{count} comment', other: '{count} comments' },
  },
  ja: {
    title: 'みんなの投稿',
    empty: 'これについての投稿はまだありません。',
    write: 'これについて書く',
    saying: 'この言葉を含む投稿',
    all: 'すべての投稿',
    older: '以前の投稿',
    away: '投稿は今読み込めません。',
    spoiler: 'ネタバレを含む投稿',
    comments: 'コメント {count} 件',
  },
  'zh-TW': {
    title: '大家的討論',
    empty: '還沒有人寫過這個。',
    write: '寫下想法',
    saying: '提到這個的貼文',
    all: '所有貼文',
    older: '較早的貼文',
    away: '貼文目前無法讀取。',
    spoiler: '含有劇透的貼文',
    comments: '{count} 則留言',
  },
  'zh-CN': {
    title: '大家的讨论',
    empty: '还没有人写过这个。',
    write: '写下想法',
    saying: '提到这个的帖子',
    all: '所有帖子',
    older: '更早的帖子',
    away: '帖子现在无法读取。',
    spoiler: '含有剧透的帖子',
    comments: '{count} 条评论',
  },
  ko: {
    title: '이야기',
    empty: '아직 이것에 대해 쓴 글이 없습니다.',
    write: '이것에 대해 쓰기',
    saying: '이 말이 있는 글',
    all: '모든 글',
    older: '이전 글',
    away: '글을 지금 읽을 수 없습니다.',
    spoiler: '스포일러가 있는 글',
    comments: '댓글 {count}개',
  },
});

export const ENTITY_BOOKMARK_MESSAGES = defineMessages({
  en: { ...FAULTS.en, bookmark: 'Bookmark', bookmarked: 'Bookmarked' },
  ja: { ...FAULTS.ja, bookmark: 'ブックマーク', bookmarked: 'ブックマーク済み' },
  'zh-TW': { ...FAULTS['zh-TW'], bookmark: '加入書籤', bookmarked: '已加入書籤' },
  'zh-CN': { ...FAULTS['zh-CN'], bookmark: '收藏', bookmarked: '已收藏' },
  ko: { ...FAULTS.ko, bookmark: '북마크', bookmarked: '북마크함' },
});
