// Texts of mails in five languages. Plain sentences only; compose.ts turns them into mails. A text contains no names
// and no user input.
import type { Locale } from '../../../kernel/names.ts';

export const MAIL_KINDS = [
  'set-password',
  'reset-password',
  'verify-address',
  'confirm-change',
  'verify-new-address',
  'confirm-code',
  'address-changed',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export interface MailText {
  readonly subject: string;
  readonly lead: string;
  /** Lines below it. */
  readonly facts?: readonly string[];
  /** What a person wrote, as they wrote it. */
  readonly quote?: string;
  /** Text of the link; absent in mails without one. */
  readonly action?: string;
  /** How long the link is valid, and what to do if the request came from somebody else. */
  readonly closing: string;
}

const en: Readonly<Record<MailKind, MailText>> = {
  'set-password': {
    subject: 'Finish creating your account',
    lead: 'Somebody asked for an account with this e-mail address. Choose a password to finish:',
    action: 'Choose a password',
    closing:
      'The link works once and for one hour. If it was not you, do nothing: without it there is no account to use.',
  },
  'reset-password': {
    subject: 'Choose a new password',
    lead: 'Somebody asked for a new password for your account. Choose one here:',
    action: 'Choose a new password',
    closing: 'The link works once and for one hour. If it was not you, do nothing: your password stays as it is.',
  },
  'verify-address': {
    subject: 'Confirm your e-mail address',
    lead: 'Confirm that this e-mail address is yours:',
    action: 'Confirm the address',
    closing: 'The link works for one hour. If it was not you, do nothing.',
  },
  'confirm-change': {
    subject: 'Confirm the change of your e-mail address',
    lead: 'Somebody asked to change the e-mail address of your account. If it was you, confirm it:',
    action: 'Confirm the change',
    closing: 'The link works for one hour. If it was not you, do not open it, and change your password.',
  },
  'verify-new-address': {
    subject: 'Confirm your new e-mail address',
    lead: 'This address is to become the e-mail address of an account. Confirm that it is yours:',
    action: 'Confirm the new address',
    closing: 'The link works for one hour. If it was not you, do nothing.',
  },
  'confirm-code': {
    subject: 'Your confirmation code',
    lead: 'Somebody who is signed in to your account is about to change something important. If it is you, enter this code:',
    closing: 'The code works once and for ten minutes. If it was not you, sign out everywhere in your account.',
  },
  'address-changed': {
    subject: 'Your e-mail address was changed',
    lead: 'The e-mail address of your account was changed, and it was signed out everywhere.',
    closing: 'If it was not you, write to the people who run this service now.',
  },
};

const ja: Readonly<Record<MailKind, MailText>> = {
  'set-password': {
    subject: 'アカウント登録を完了してください',
    lead: 'このメールアドレスでアカウントの登録が申し込まれました。パスワードを設定して登録を完了してください。',
    action: 'パスワードを設定する',
    closing: 'リンクは 1 時間以内に 1 回だけ使えます。心当たりがない場合は、何もする必要はありません。',
  },
  'reset-password': {
    subject: '新しいパスワードの設定',
    lead: 'アカウントのパスワード再設定が申し込まれました。次のページで新しいパスワードを設定してください。',
    action: '新しいパスワードを設定する',
    closing:
      'リンクは 1 時間以内に 1 回だけ使えます。心当たりがない場合、パスワードは変わりませんのでそのままで大丈夫です。',
  },
  'verify-address': {
    subject: 'メールアドレスの確認',
    lead: 'このメールアドレスがご本人のものであることを確認してください。',
    action: 'メールアドレスを確認する',
    closing: 'リンクの有効期限は 1 時間です。心当たりがない場合は、何もする必要はありません。',
  },
  'confirm-change': {
    subject: 'メールアドレス変更の確認',
    lead: 'アカウントのメールアドレスの変更が申し込まれました。ご本人であれば、変更を承認してください。',
    action: '変更を承認する',
    closing: 'リンクの有効期限は 1 時間です。心当たりがない場合はリンクを開かず、パスワードを変更してください。',
  },
  'verify-new-address': {
    subject: '新しいメールアドレスの確認',
    lead: 'このアドレスがアカウントの新しいメールアドレスとして指定されました。ご本人のものであることを確認してください。',
    action: '新しいアドレスを確認する',
    closing: 'リンクの有効期限は 1 時間です。心当たりがない場合は、何もする必要はありません。',
  },
  'confirm-code': {
    subject: '確認コード',
    lead: 'アカウントにログイン中の方が重要な変更を行おうとしています。ご本人であれば、次のコードを入力してください。',
    closing: 'コードは 10 分以内に 1 回だけ使えます。心当たりがない場合は、すべての端末からログアウトしてください。',
  },
  'address-changed': {
    subject: 'メールアドレスが変更されました',
    lead: 'アカウントのメールアドレスが変更され、すべての端末からログアウトしました。',
    closing: '心当たりがない場合は、すぐにこのサービスの運営者に連絡してください。',
  },
};

const zhTW: Readonly<Record<MailKind, MailText>> = {
  'set-password': {
    subject: '完成帳號註冊',
    lead: '有人使用此電子郵件地址申請了帳號。請設定密碼以完成註冊：',
    action: '設定密碼',
    closing: '連結於一小時內有效，且只能使用一次。如果不是您本人，請忽略這封郵件。',
  },
  'reset-password': {
    subject: '設定新密碼',
    lead: '有人為您的帳號申請了新密碼。請在此設定：',
    action: '設定新密碼',
    closing: '連結於一小時內有效，且只能使用一次。如果不是您本人，請忽略這封郵件，您的密碼不會改變。',
  },
  'verify-address': {
    subject: '確認您的電子郵件地址',
    lead: '請確認此電子郵件地址是您的：',
    action: '確認地址',
    closing: '連結於一小時內有效。如果不是您本人，請忽略這封郵件。',
  },
  'confirm-change': {
    subject: '確認變更電子郵件地址',
    lead: '有人申請變更您帳號的電子郵件地址。如果是您本人，請確認：',
    action: '確認變更',
    closing: '連結於一小時內有效。如果不是您本人，請不要開啟連結，並變更您的密碼。',
  },
  'verify-new-address': {
    subject: '確認新的電子郵件地址',
    lead: '此地址將成為某個帳號的電子郵件地址。請確認它是您的：',
    action: '確認新地址',
    closing: '連結於一小時內有效。如果不是您本人，請忽略這封郵件。',
  },
  'confirm-code': {
    subject: '您的確認碼',
    lead: '有人以您的帳號登入並準備進行重要變更。如果是您本人，請輸入此確認碼：',
    closing: '確認碼於十分鐘內有效，且只能使用一次。如果不是您本人，請將您的帳號從所有裝置登出。',
  },
  'address-changed': {
    subject: '您的電子郵件地址已變更',
    lead: '您帳號的電子郵件地址已變更，並已在所有裝置上登出。',
    closing: '如果不是您本人，請立即聯絡本服務的營運者。',
  },
};

const zhCN: Readonly<Record<MailKind, MailText>> = {
  'set-password': {
    subject: '完成账号注册',
    lead: '有人使用此电子邮件地址申请了账号。请设置密码以完成注册：',
    action: '设置密码',
    closing: '链接在一小时内有效，且只能使用一次。如果不是您本人，请忽略这封邮件。',
  },
  'reset-password': {
    subject: '设置新密码',
    lead: '有人为您的账号申请了新密码。请在此设置：',
    action: '设置新密码',
    closing: '链接在一小时内有效，且只能使用一次。如果不是您本人，请忽略这封邮件，您的密码不会改变。',
  },
  'verify-address': {
    subject: '确认您的电子邮件地址',
    lead: '请确认此电子邮件地址是您的：',
    action: '确认地址',
    closing: '链接在一小时内有效。如果不是您本人，请忽略这封邮件。',
  },
  'confirm-change': {
    subject: '确认更改电子邮件地址',
    lead: '有人申请更改您账号的电子邮件地址。如果是您本人，请确认：',
    action: '确认更改',
    closing: '链接在一小时内有效。如果不是您本人，请不要打开链接，并修改您的密码。',
  },
  'verify-new-address': {
    subject: '确认新的电子邮件地址',
    lead: '此地址将成为某个账号的电子邮件地址。请确认它是您的：',
    action: '确认新地址',
    closing: '链接在一小时内有效。如果不是您本人，请忽略这封邮件。',
  },
  'confirm-code': {
    subject: '您的确认码',
    lead: '有人以您的账号登录并准备进行重要更改。如果是您本人，请输入此确认码：',
    closing: '确认码在十分钟内有效，且只能使用一次。如果不是您本人，请将您的账号从所有设备退出登录。',
  },
  'address-changed': {
    subject: '您的电子邮件地址已更改',
    lead: '您账号的电子邮件地址已更改，并已在所有设备上退出登录。',
    closing: '如果不是您本人，请立即联系本服务的运营者。',
  },
};

const ko: Readonly<Record<MailKind, MailText>> = {
  'set-password': {
    subject: '계정 등록을 완료해 주세요',
    lead: '이 이메일 주소로 계정 등록이 신청되었습니다. 비밀번호를 설정하여 등록을 완료해 주세요.',
    action: '비밀번호 설정',
    closing: '링크는 1시간 동안 한 번만 사용할 수 있습니다. 본인이 신청하지 않았다면 이 메일을 무시해 주세요.',
  },
  'reset-password': {
    subject: '새 비밀번호 설정',
    lead: '계정의 비밀번호 재설정이 신청되었습니다. 여기에서 새 비밀번호를 설정해 주세요.',
    action: '새 비밀번호 설정',
    closing: '링크는 1시간 동안 한 번만 사용할 수 있습니다. 본인이 아니라면 무시해 주세요. 비밀번호는 바뀌지 않습니다.',
  },
  'verify-address': {
    subject: '이메일 주소 확인',
    lead: '이 이메일 주소가 본인의 것인지 확인해 주세요.',
    action: '주소 확인',
    closing: '링크는 1시간 동안 유효합니다. 본인이 아니라면 이 메일을 무시해 주세요.',
  },
  'confirm-change': {
    subject: '이메일 주소 변경 확인',
    lead: '계정의 이메일 주소 변경이 신청되었습니다. 본인이 맞다면 변경을 승인해 주세요.',
    action: '변경 승인',
    closing: '링크는 1시간 동안 유효합니다. 본인이 아니라면 링크를 열지 말고 비밀번호를 변경해 주세요.',
  },
  'verify-new-address': {
    subject: '새 이메일 주소 확인',
    lead: '이 주소가 계정의 새 이메일 주소로 지정되었습니다. 본인의 것인지 확인해 주세요.',
    action: '새 주소 확인',
    closing: '링크는 1시간 동안 유효합니다. 본인이 아니라면 이 메일을 무시해 주세요.',
  },
  'confirm-code': {
    subject: '확인 코드',
    lead: '계정에 로그인한 사용자가 중요한 변경을 하려고 합니다. 본인이 맞다면 다음 코드를 입력해 주세요.',
    closing: '코드는 10분 동안 한 번만 사용할 수 있습니다. 본인이 아니라면 모든 기기에서 로그아웃해 주세요.',
  },
  'address-changed': {
    subject: '이메일 주소가 변경되었습니다',
    lead: '계정의 이메일 주소가 변경되었고, 모든 기기에서 로그아웃되었습니다.',
    closing: '본인이 아니라면 지금 바로 이 서비스의 운영자에게 알려 주세요.',
  },
};

export const MAIL_TEXTS: Readonly<Record<Locale, Readonly<Record<MailKind, MailText>>>> = {
  ja,
  en,
  'zh-TW': zhTW,
  'zh-CN': zhCN,
  ko,
};
