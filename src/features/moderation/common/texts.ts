// What reason codes and decisions say to people, in five languages: on pages and in mails.

import type { Locale } from '../../../kernel/names.ts';
import type { ReasonCode } from '../../../kernel/reason-code.ts';
import type { CaseKind, StandingKind } from './vocabulary.ts';

export const REASON_TEXTS: Readonly<Record<Locale, Readonly<Record<`reason_${ReasonCode}`, string>>>> = {
  en: {
    reason_spam: 'Advertising or spam',
    reason_harassment: 'Harassment',
    reason_hate: 'Hate',
    reason_sexual: 'Sexual content',
    reason_violence: 'Violence',
    reason_privacy: 'Private details of somebody',
    reason_copyright: 'Copyright',
    reason_misinformation: 'False information',
    reason_other: 'Something else',
  },
  ja: {
    reason_spam: '宣伝・スパム',
    reason_harassment: '嫌がらせ',
    reason_hate: '差別・憎悪',
    reason_sexual: '性的な内容',
    reason_violence: '暴力',
    reason_privacy: '個人情報',
    reason_copyright: '著作権',
    reason_misinformation: '誤った情報',
    reason_other: 'その他',
  },
  'zh-TW': {
    reason_spam: '廣告或垃圾訊息',
    reason_harassment: '騷擾',
    reason_hate: '仇恨',
    reason_sexual: '色情內容',
    reason_violence: '暴力',
    reason_privacy: '他人隱私',
    reason_copyright: '著作權',
    reason_misinformation: '不實資訊',
    reason_other: '其他',
  },
  'zh-CN': {
    reason_spam: '广告或垃圾信息',
    reason_harassment: '骚扰',
    reason_hate: '仇恨',
    reason_sexual: '色情内容',
    reason_violence: '暴力',
    reason_privacy: '他人隐私',
    reason_copyright: '版权',
    reason_misinformation: '不实信息',
    reason_other: '其他',
  },
  ko: {
    reason_spam: '광고·스팸',
    reason_harassment: '괴롭힘',
    reason_hate: '혐오',
    reason_sexual: '성적인 내용',
    reason_violence: '폭력',
    reason_privacy: '개인정보',
    reason_copyright: '저작권',
    reason_misinformation: '잘못된 정보',
    reason_other: '기타',
  },
};

/** What allows something again. Desks send `other` with it, because nobody chooses a reason for that. */
const LENIENT: ReadonlySet<string> = new Set(['allow', 'unhide', 'unlock', 'granted', 'dismissed']);

/** Whether a reason was chosen for a decision: `act` is its verdict, or what was done. */
export const isReasonChosen = (act: string | null | undefined, reasonCode: string): boolean =>
  reasonCode !== 'other' || !LENIENT.has(act ?? '');

/**
 * Whether a person reads the reason of a decision. “Something else” tells nothing, unless the instance has a text of its own
 * for it.
 */
export const tellsReason = (
  locale: Locale,
  act: string | null | undefined,
  reasonCode: string,
  text: string,
): boolean => isReasonChosen(act, reasonCode) && (reasonCode !== 'other' || text !== REASON_TEXTS[locale].reason_other);

type DecisionWord = `may_not_${StandingKind}` | `refused_${CaseKind}` | 'reason' | 'byRule';

/** What was decided, to the person whom it concerns. `reason` has the placeholder `{reason}`. */
export const DECISION_TEXTS: Readonly<Record<Locale, Readonly<Record<DecisionWord, string>>>> = {
  en: {
    may_not_sign_in: 'You may not sign in',
    may_not_write: 'You may not write posts and comments',
    may_not_upload: 'You may not upload files',
    may_not_suspension: 'Your account is suspended',
    refused_post: 'Your post was hidden',
    refused_comment: 'Your comment was hidden',
    refused_attachment: 'Your file was hidden',
    'refused_profile-name': 'Your name was hidden',
    refused_avatar: 'Your picture was hidden',
    reason: 'Reason: {reason}',
    byRule: 'an automatic rule',
  },
  ja: {
    may_not_sign_in: 'ログインできません',
    may_not_write: '投稿やコメントを書けません',
    may_not_upload: 'ファイルをアップロードできません',
    may_not_suspension: 'アカウントは停止されています',
    refused_post: '投稿が非表示になりました',
    refused_comment: 'コメントが非表示になりました',
    refused_attachment: 'ファイルが非表示になりました',
    'refused_profile-name': '名前が非表示になりました',
    refused_avatar: '画像が非表示になりました',
    reason: '理由: {reason}',
    byRule: '自動ルール',
  },
  'zh-TW': {
    may_not_sign_in: '你無法登入',
    may_not_write: '你無法發表貼文與留言',
    may_not_upload: '你無法上傳檔案',
    may_not_suspension: '你的帳號已停用',
    refused_post: '你的貼文已被隱藏',
    refused_comment: '你的留言已被隱藏',
    refused_attachment: '你的檔案已被隱藏',
    'refused_profile-name': '你的名稱已被隱藏',
    refused_avatar: '你的頭像已被隱藏',
    reason: '原因：{reason}',
    byRule: '自動規則',
  },
  'zh-CN': {
    may_not_sign_in: '你无法登录',
    may_not_write: '你无法发表帖子与评论',
    may_not_upload: '你无法上传文件',
    may_not_suspension: '你的账号已停用',
    refused_post: '你的帖子已被隐藏',
    refused_comment: '你的评论已被隐藏',
    refused_attachment: '你的文件已被隐藏',
    'refused_profile-name': '你的名称已被隐藏',
    refused_avatar: '你的头像已被隐藏',
    reason: '原因：{reason}',
    byRule: '自动规则',
  },
  ko: {
    may_not_sign_in: '로그인할 수 없습니다',
    may_not_write: '글과 댓글을 쓸 수 없습니다',
    may_not_upload: '파일을 올릴 수 없습니다',
    may_not_suspension: '계정이 정지되었습니다',
    refused_post: '글이 숨겨졌습니다',
    refused_comment: '댓글이 숨겨졌습니다',
    refused_attachment: '파일이 숨겨졌습니다',
    'refused_profile-name': '이름이 숨겨졌습니다',
    refused_avatar: '사진이 숨겨졌습니다',
    reason: '이유: {reason}',
    byRule: '자동 규칙',
  },
};
