// Words of the islands of posts and feeds: the pictures of a post, keys, replies that come in place.
import { COMMUNITY_MESSAGES } from '../community.ts';
import { COMMENT_ACTIONS_MESSAGES } from '../islands-community.ts';
import { defineMessages } from '../say.ts';

export const POST_GALLERY_MESSAGES = defineMessages({
  en: {
    pictures: 'Pictures of the post',
    place: '{number} of {count}',
    original: 'Open in full',
    previous: 'Previous picture',
    next: 'Next picture',
    close: 'Close',
  },
  ja: {
    pictures: '投稿の画像',
    place: '{number}/{count}',
    original: '元の大きさで開く',
    previous: '前の画像',
    next: '次の画像',
    close: '閉じる',
  },
  'zh-TW': {
    pictures: '貼文的圖片',
    place: '{number}/{count}',
    original: '以原尺寸開啟',
    previous: '上一張圖片',
    next: '下一張圖片',
    close: '關閉',
  },
  'zh-CN': {
    pictures: '帖子的图片',
    place: '{number}/{count}',
    original: '以原尺寸打开',
    previous: '上一张图片',
    next: '下一张图片',
    close: '关闭',
  },
  ko: {
    pictures: '글의 사진',
    place: '{number}/{count}',
    original: '원래 크기로 열기',
    previous: '이전 사진',
    next: '다음 사진',
    close: '닫기',
  },
});

export const FEED_KEYS_MESSAGES = defineMessages({
  en: {
    title: 'Keys',
    next: 'Next post',
    previous: 'Previous post',
    open: 'Open the post',
    like: 'Like, or no longer',
    bookmark: 'Bookmark, or no longer',
    help: 'This list',
    note: 'Keys act while no field has the focus.',
    settings: 'Switch single keys off',
    close: 'Close',
  },
  ja: {
    title: 'キー操作',
    next: '次の投稿',
    previous: '前の投稿',
    open: '投稿を開く',
    like: 'いいねする・取り消す',
    bookmark: 'ブックマークする・外す',
    help: 'この一覧',
    note: '入力欄にいる間は働きません。',
    settings: '1 文字のキー操作をやめる',
    close: '閉じる',
  },
  'zh-TW': {
    title: '按鍵操作',
    next: '下一則貼文',
    previous: '上一則貼文',
    open: '開啟貼文',
    like: '按讚或取消',
    bookmark: '加入或移除書籤',
    help: '這份列表',
    note: '在輸入欄中時不會作用。',
    settings: '關閉單鍵操作',
    close: '關閉',
  },
  'zh-CN': {
    title: '按键操作',
    next: '下一条帖子',
    previous: '上一条帖子',
    open: '打开帖子',
    like: '点赞或取消',
    bookmark: '加入或移除书签',
    help: '这份列表',
    note: '在输入框中时不起作用。',
    settings: '关闭单键操作',
    close: '关闭',
  },
  ko: {
    title: '키 조작',
    next: '다음 글',
    previous: '이전 글',
    open: '글 열기',
    like: '좋아요 누르기·취소',
    bookmark: '북마크하기·해제',
    help: '이 목록',
    note: '입력란에 있는 동안에는 작동하지 않습니다.',
    settings: '한 글자 키 조작 끄기',
    close: '닫기',
  },
});

/** What the page says of comments, too. */
const sharedIn = ({ moreReplies, edited, commentWaiting, floor }: (typeof COMMUNITY_MESSAGES)['en']) => ({
  ...{ moreReplies, edited, commentWaiting, floor },
});

export const MORE_REPLIES_MESSAGES = defineMessages({
  en: {
    ...COMMENT_ACTIONS_MESSAGES.en,
    ...sharedIn(COMMUNITY_MESSAGES.en),
    loading: 'Loading',
  },
  ja: {
    ...COMMENT_ACTIONS_MESSAGES.ja,
    ...sharedIn(COMMUNITY_MESSAGES.ja),
    loading: '読み込み中',
  },
  'zh-TW': {
    ...COMMENT_ACTIONS_MESSAGES['zh-TW'],
    ...sharedIn(COMMUNITY_MESSAGES['zh-TW']),
    loading: '載入中',
  },
  'zh-CN': {
    ...COMMENT_ACTIONS_MESSAGES['zh-CN'],
    ...sharedIn(COMMUNITY_MESSAGES['zh-CN']),
    loading: '加载中',
  },
  ko: {
    ...COMMENT_ACTIONS_MESSAGES.ko,
    ...sharedIn(COMMUNITY_MESSAGES.ko),
    loading: '불러오는 중',
  },
});

/** What a comment that came after the page says, and what is said of it. */
const writtenIn = ({ comments, edited, commentWaiting, floor }: (typeof COMMUNITY_MESSAGES)['en']) => ({
  ...{ comments, edited, commentWaiting, floor },
});

export const WRITTEN_COMMENTS_MESSAGES = defineMessages({
  en: {
    ...COMMENT_ACTIONS_MESSAGES.en,
    ...writtenIn(COMMUNITY_MESSAGES.en),
    written: 'Your comment is posted.',
    showWritten: 'Show it',
  },
  ja: {
    ...COMMENT_ACTIONS_MESSAGES.ja,
    ...writtenIn(COMMUNITY_MESSAGES.ja),
    written: 'コメントを投稿しました。',
    showWritten: '表示する',
  },
  'zh-TW': {
    ...COMMENT_ACTIONS_MESSAGES['zh-TW'],
    ...writtenIn(COMMUNITY_MESSAGES['zh-TW']),
    written: '留言已送出。',
    showWritten: '查看',
  },
  'zh-CN': {
    ...COMMENT_ACTIONS_MESSAGES['zh-CN'],
    ...writtenIn(COMMUNITY_MESSAGES['zh-CN']),
    written: '评论已发布。',
    showWritten: '查看',
  },
  ko: {
    ...COMMENT_ACTIONS_MESSAGES.ko,
    ...writtenIn(COMMUNITY_MESSAGES.ko),
    written: '댓글을 올렸습니다.',
    showWritten: '보기',
  },
});

export const FEED_NEWS_MESSAGES = defineMessages({
  en: { news: { one: '{count} new post', other: '{count} new posts' }, manyNews: '{count} new posts or more' },
  ja: { news: '新しい投稿 {count} 件', manyNews: '新しい投稿 {count} 件以上' },
  'zh-TW': { news: '{count} 則新貼文', manyNews: '{count} 則以上的新貼文' },
  'zh-CN': { news: '{count} 条新帖子', manyNews: '{count} 条以上的新帖子' },
  ko: { news: '새 글 {count}개', manyNews: '새 글 {count}개 이상' },
});
