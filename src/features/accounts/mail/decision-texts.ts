// Texts of mails about decisions on content, restrictions and appeals, in five languages. What was decided, and reasons, are
// those of moderation; the message is that of the staff, which compose.ts escapes.
import type { Locale } from '../../../kernel/names.ts';
import { DECISION_TEXTS, tellsReason } from '../../moderation/common/texts.ts';
import type { DecisionMail } from '../../moderation/mails/mails.ts';
import type { MailText } from './texts.ts';

/** What a reason code says on this instance; undefined for an unknown one. */
export type ReadReason = (locale: Locale, code: string) => string | undefined;

interface DecisionWords {
  readonly appeal_granted: string;
  readonly appeal_denied: string;
  /** `{date}` */
  readonly until: string;
  readonly noEnd: string;
  readonly said: string;
  readonly standing: readonly [action: string, closing: string];
  readonly appeal: readonly [action: string, closing: string];
  /** Of outcomes, and of mails without a link. */
  readonly closing: string;
}

const WORDS: Readonly<Record<Locale, DecisionWords>> = {
  en: {
    appeal_granted: 'Your appeal was granted',
    appeal_denied: 'Your appeal was denied',
    until: 'Until {date}',
    noEnd: 'Without an end',
    said: 'The staff writes:',
    standing: ['See the decision', 'You can appeal against a decision there, once and within 30 days.'],
    appeal: ['Appeal', 'You cannot sign in, so this link is for your appeal. It works once and for 30 days.'],
    closing: 'This decision is final.',
  },
  ja: {
    appeal_granted: '異議申し立てが認められました',
    appeal_denied: '異議申し立ては認められませんでした',
    until: '{date} まで',
    noEnd: '期限なし',
    said: 'スタッフからのメッセージ:',
    standing: ['判断を見る', 'そのページで、30 日以内に 1 回だけ異議を申し立てられます。'],
    appeal: [
      '異議を申し立てる',
      'ログインできないため、このリンクから異議を申し立てられます。30 日以内に 1 回だけ使えます。',
    ],
    closing: 'この判断は最終的なものです。',
  },
  'zh-TW': {
    appeal_granted: '你的申訴成立',
    appeal_denied: '你的申訴不成立',
    until: '至 {date}',
    noEnd: '沒有期限',
    said: '管理團隊的訊息：',
    standing: ['查看決定', '你可以在該頁面於 30 天內申訴一次。'],
    appeal: ['申訴', '因為你無法登入，請用這個連結申訴。連結在 30 天內可使用一次。'],
    closing: '這是最終決定。',
  },
  'zh-CN': {
    appeal_granted: '你的申诉成立',
    appeal_denied: '你的申诉不成立',
    until: '至 {date}',
    noEnd: '没有期限',
    said: '管理团队的消息：',
    standing: ['查看决定', '你可以在该页面于 30 天内申诉一次。'],
    appeal: ['申诉', '因为你无法登录，请用这个链接申诉。链接在 30 天内可使用一次。'],
    closing: '这是最终决定。',
  },
  ko: {
    appeal_granted: '이의가 받아들여졌습니다',
    appeal_denied: '이의가 받아들여지지 않았습니다',
    until: '{date}까지',
    noEnd: '기한 없음',
    said: '운영진의 메시지:',
    standing: ['결정 보기', '그 페이지에서 30일 안에 한 번 이의를 제기할 수 있습니다.'],
    appeal: ['이의 제기', '로그인할 수 없으므로 이 링크로 이의를 제기할 수 있습니다. 30일 동안 한 번 쓸 수 있습니다.'],
    closing: '이 결정은 최종입니다.',
  },
};

/** The text of a mail about a decision. */
export function readDecisionText(
  locale: Locale,
  mail: Omit<DecisionMail, 'mayBeHeld'>,
  readReason: ReadReason,
): MailText {
  const { what, reasonCode, message, expiresAt, link } = mail;
  const words = WORDS[locale];
  const decided = DECISION_TEXTS[locale];
  const isOutcome = what === 'appeal_granted' || what === 'appeal_denied';
  const subject = isOutcome ? words[what] : decided[what];
  const [action, next] = link === undefined ? [] : words[link.leadsTo];
  const facts = [
    ...sayReason(locale, reasonCode, readReason),
    ...(expiresAt === undefined ? [] : [expiresAt === null ? words.noEnd : sayEnd(locale, words.until, expiresAt)]),
    ...(message === null ? [] : [words.said]),
  ];
  return {
    subject,
    lead: subject,
    facts,
    ...(message === null ? {} : { quote: message }),
    ...(action === undefined ? {} : { action }),
    // Nobody can appeal twice.
    closing: isOutcome || next === undefined ? words.closing : next,
  };
}

/** The line of the reason, if there is one to tell. A rule and the classifier give no code. */
function sayReason(locale: Locale, code: string | null | undefined, readReason: ReadReason): readonly string[] {
  if (code === undefined) return [];
  const { byRule, reason } = DECISION_TEXTS[locale];
  const text = code === null ? byRule : (readReason(locale, code) ?? code);
  if (code !== null && !tellsReason(locale, undefined, code, text)) return [];
  return [reason.replace('{reason}', () => text)];
}

function sayEnd(locale: Locale, until: string, end: Date): string {
  const written = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return until.replace('{date}', () => `${written.format(end)} UTC`);
}
