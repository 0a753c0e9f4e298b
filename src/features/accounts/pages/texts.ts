// Texts of the account pages in five languages.
import type { Locale } from '../../../kernel/names.ts';

export interface PageText {
  readonly title: string;
  readonly lead: string;
  readonly label: string;
  readonly hint: string;
  readonly submit: string;
  readonly tooShort: string;
  readonly tooLong: string;
  readonly tooCommon: string;
  readonly tooPersonal: string;
  readonly deadTitle: string;
  readonly deadLead: string;
  readonly closedTitle: string;
  readonly closedLead: string;
  readonly errorTitle: string;
  readonly errorLead: string;
  readonly home: string;
}

export const PAGE_TEXTS: Readonly<Record<Locale, PageText>> = {
  ja: {
    title: 'パスワードの設定',
    lead: '設定すると、そのままログインします。',
    label: '新しいパスワード',
    hint: '12 文字以上 128 文字以内',
    submit: 'パスワードを設定してログイン',
    tooShort: 'パスワードが短すぎます。12 文字以上にしてください。',
    tooLong: 'パスワードが長すぎます。128 文字以内にしてください。',
    tooCommon: 'このパスワードはよく使われるものなので使えません。別のパスワードにしてください。',
    tooPersonal: 'パスワードに名前やメールアドレスを含めることはできません。',
    deadTitle: 'このリンクは使えません',
    deadLead:
      'リンクはすでに使われたか、期限が切れているか、新しいメールに置き換えられています。もう一度お申し込みください。',
    closedTitle: 'ログインできません',
    closedLead: 'パスワードは設定されましたが、このアカウントは現在ログインできません。',
    errorTitle: 'ログインできませんでした',
    errorLead: '外部サービスでのログインが完了しませんでした。もう一度お試しください。',
    home: 'トップへ戻る',
  },
  en: {
    title: 'Choose a password',
    lead: 'You are signed in as soon as it is set.',
    label: 'New password',
    hint: '12 to 128 characters',
    submit: 'Set password and sign in',
    tooShort: 'This password is too short: take 12 characters or more.',
    tooLong: 'This password is too long: take 128 characters or fewer.',
    tooCommon: 'This password is too common: choose another one.',
    tooPersonal: 'A password must not contain your name or e-mail address.',
    deadTitle: 'This link does not work any more',
    deadLead: 'It was used, its time is over, or a newer mail has replaced it. Please ask for another one.',
    closedTitle: 'You cannot sign in',
    closedLead: 'The password is set, but this account may not sign in now.',
    errorTitle: 'Signing in did not work',
    errorLead: 'The sign-in with the other service was not completed. Please try again.',
    home: 'To the start page',
  },
  'zh-TW': {
    title: '設定密碼',
    lead: '設定完成後將直接登入。',
    label: '新密碼',
    hint: '12 至 128 個字元',
    submit: '設定密碼並登入',
    tooShort: '密碼太短，請使用 12 個字元以上。',
    tooLong: '密碼太長，請使用 128 個字元以內。',
    tooCommon: '此密碼過於常見，請改用其他密碼。',
    tooPersonal: '密碼不能包含您的名稱或電子郵件地址。',
    deadTitle: '此連結已無法使用',
    deadLead: '連結已被使用、已過期，或已被較新的郵件取代。請重新申請。',
    closedTitle: '無法登入',
    closedLead: '密碼已設定，但此帳號目前無法登入。',
    errorTitle: '登入未成功',
    errorLead: '外部服務的登入未完成，請再試一次。',
    home: '回到首頁',
  },
  'zh-CN': {
    title: '设置密码',
    lead: '设置完成后将直接登录。',
    label: '新密码',
    hint: '12 至 128 个字符',
    submit: '设置密码并登录',
    tooShort: '密码太短，请使用 12 个字符以上。',
    tooLong: '密码太长，请使用 128 个字符以内。',
    tooCommon: '此密码过于常见，请改用其他密码。',
    tooPersonal: '密码不能包含您的名称或电子邮件地址。',
    deadTitle: '此链接已无法使用',
    deadLead: '链接已被使用、已过期，或已被较新的邮件取代。请重新申请。',
    closedTitle: '无法登录',
    closedLead: '密码已设置，但此账号目前无法登录。',
    errorTitle: '登录未成功',
    errorLead: '外部服务的登录未完成，请再试一次。',
    home: '回到首页',
  },
  ko: {
    title: '비밀번호 설정',
    lead: '설정하면 바로 로그인됩니다.',
    label: '새 비밀번호',
    hint: '12자 이상 128자 이하',
    submit: '비밀번호를 설정하고 로그인',
    tooShort: '비밀번호가 너무 짧습니다. 12자 이상으로 해 주세요.',
    tooLong: '비밀번호가 너무 깁니다. 128자 이하로 해 주세요.',
    tooCommon: '너무 흔한 비밀번호입니다. 다른 비밀번호를 사용해 주세요.',
    tooPersonal: '비밀번호에 이름이나 이메일 주소를 포함할 수 없습니다.',
    deadTitle: '사용할 수 없는 링크입니다',
    deadLead: '이미 사용되었거나, 기한이 지났거나, 더 새로운 메일로 바뀌었습니다. 다시 신청해 주세요.',
    closedTitle: '로그인할 수 없습니다',
    closedLead: '비밀번호는 설정되었지만, 이 계정은 지금 로그인할 수 없습니다.',
    errorTitle: '로그인하지 못했습니다',
    errorLead: '외부 서비스 로그인이 완료되지 않았습니다. 다시 시도해 주세요.',
    home: '첫 페이지로',
  },
};
