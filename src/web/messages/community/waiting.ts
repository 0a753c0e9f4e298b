// Why a text of one's own waits for review: the kinds of reasons that its author may know.
import type { WaitingReason } from '../../../features/moderation/common/vocabulary.ts';
import { defineMessages, type Spoken } from '../say.ts';

export const WAITING_MESSAGES = defineMessages({
  en: {
    waits: 'Waiting for review',
    waitsFor: 'Waiting for review: {reasons}',
    waitsComma: ', ',
    waits_links: 'several links',
    waits_link: 'a link',
    waits_repetition: 'repeated text',
    waits_new_account: 'new account',
    waits_words: 'wording',
    waits_policy: 'everything is reviewed first',
    waits_automatic: 'automatic check',
  },
  ja: {
    waits: '確認待ち',
    waitsFor: '確認待ち: {reasons}',
    waitsComma: '、',
    waits_links: '複数のリンク',
    waits_link: 'リンク',
    waits_repetition: '同じ文章の繰り返し',
    waits_new_account: '新しいアカウント',
    waits_words: '語句',
    waits_policy: 'すべての投稿を事前に確認',
    waits_automatic: '自動チェック',
  },
  'zh-TW': {
    waits: '待審核',
    waitsFor: '待審核：{reasons}',
    waitsComma: '、',
    waits_links: '多個連結',
    waits_link: '連結',
    waits_repetition: '重複的文字',
    waits_new_account: '新帳號',
    waits_words: '用詞',
    waits_policy: '所有內容都先審核',
    waits_automatic: '自動檢查',
  },
  'zh-CN': {
    waits: '待审核',
    waitsFor: '待审核：{reasons}',
    waitsComma: '、',
    waits_links: '多个链接',
    waits_link: '链接',
    waits_repetition: '重复的文字',
    waits_new_account: '新账号',
    waits_words: '用词',
    waits_policy: '所有内容都先审核',
    waits_automatic: '自动检查',
  },
  ko: {
    waits: '검토 대기 중',
    waitsFor: '검토 대기 중: {reasons}',
    waitsComma: ', ',
    waits_links: '여러 링크',
    waits_link: '링크',
    waits_repetition: '반복된 글',
    waits_new_account: '새 계정',
    waits_words: '표현',
    waits_policy: '모든 글을 먼저 검토함',
    waits_automatic: '자동 검사',
  },
});

export type WaitingWords = keyof (typeof WAITING_MESSAGES)['en'];

/** That a text waits, and why. */
export function sayWaiting(
  { words, say }: Pick<Spoken<WaitingWords>, 'words' | 'say'>,
  reasons: readonly WaitingReason[] | undefined,
): string {
  // A process of an earlier version, which may answer during an update, gives none.
  if (reasons === undefined || reasons.length === 0) return say(words.waits);
  const texts = reasons.map((reason) => say(words[`waits_${reason}`]));
  return say(words.waitsFor, { reasons: texts.join(say(words.waitsComma)) });
}
