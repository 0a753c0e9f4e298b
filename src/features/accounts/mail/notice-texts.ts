// Texts of notices in five languages: mails that tell an owner what was changed or who signed in. They have no link and no
// code, and contain no names and no user input.
import type { Locale } from '../../../kernel/names.ts';
import { STAFF_NOTICE_KINDS, STAFF_NOTICES, type StaffNoticeKind } from './staff-notice-texts.ts';
import type { MailText } from './texts.ts';

const OWN_KINDS = [
  'password-changed',
  'second-factor-on',
  'second-factor-off',
  'factors-reset',
  'backup-codes-renewed',
  'passkey-added',
  'passkey-removed',
  'login-method-added',
  'login-method-removed',
  'token-created',
  'token-revoked',
  'new-sign-in',
] as const;
type OwnKind = (typeof OWN_KINDS)[number];
export const NOTICE_KINDS = [...OWN_KINDS, ...STAFF_NOTICE_KINDS] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Subject and text. */
type Notice = readonly [subject: string, lead: string];

interface Notices {
  /** What to do if it was somebody else. */
  readonly closing: string;
  readonly kinds: Readonly<Record<OwnKind, Notice>>;
}

const NOTICES: Readonly<Record<Locale, Notices>> = {
  en: {
    closing:
      'If it was you, there is nothing to do. If not, choose a new password now, end all sessions in your account, and write to the people who run this service.',
    kinds: {
      'password-changed': ['Your password was changed', 'The password of your account was changed.'],
      'second-factor-on': [
        'Two-factor sign-in is on',
        'An authenticator app was set up for your account. From now on, signing in asks for its code.',
      ],
      'second-factor-off': [
        'Two-factor sign-in is off',
        'The authenticator app and the backup codes of your account were turned off.',
      ],
      'factors-reset': [
        'Your second factors were removed',
        'The people who run this service removed the authenticator app, the backup codes and all passkeys of your account. It was signed out everywhere.',
      ],
      'backup-codes-renewed': [
        'You have new backup codes',
        'New backup codes were made for your account. The earlier ones do not work any more.',
      ],
      'passkey-added': ['A passkey was added', 'A passkey was added to your account. It can be used to sign in.'],
      'passkey-removed': ['A passkey was removed', 'A passkey was removed from your account.'],
      'login-method-added': [
        'A way to sign in was added',
        'An account of another service was linked to yours. It can be used to sign in.',
      ],
      'login-method-removed': [
        'A way to sign in was removed',
        'The link of your account to an account of another service was removed.',
      ],
      'token-created': [
        'An API token was created',
        'An API token was created for your account. A program that has it can act for you.',
      ],
      'token-revoked': ['An API token was revoked', 'An API token of your account was revoked.'],
      'new-sign-in': [
        'Signed in on a new device',
        'Somebody signed in to your account on a device or browser that was not used for it before.',
      ],
    },
  },
  ja: {
    closing:
      'ご自身の操作であれば、何もする必要はありません。心当たりがない場合は、すぐに新しいパスワードを設定し、アカウントのすべてのセッションを終了して、このサービスの運営者に連絡してください。',
    kinds: {
      'password-changed': ['パスワードが変更されました', 'アカウントのパスワードが変更されました。'],
      'second-factor-on': [
        '二段階認証が有効になりました',
        'アカウントに認証アプリが設定されました。今後のログインでは認証コードの入力が必要です。',
      ],
      'second-factor-off': [
        '二段階認証が無効になりました',
        'アカウントの認証アプリとバックアップコードが無効になりました。',
      ],
      'factors-reset': [
        '二段階認証が解除されました',
        'このサービスの運営者が、アカウントの認証アプリ、バックアップコード、すべてのパスキーを削除しました。すべての端末からログアウトしています。',
      ],
      'backup-codes-renewed': [
        'バックアップコードが新しくなりました',
        'アカウントのバックアップコードが新しく発行されました。以前のコードは使えません。',
      ],
      'passkey-added': [
        'パスキーが追加されました',
        'アカウントにパスキーが追加されました。このパスキーでログインできます。',
      ],
      'passkey-removed': ['パスキーが削除されました', 'アカウントからパスキーが削除されました。'],
      'login-method-added': [
        'ログイン方法が追加されました',
        '外部サービスのアカウントが連携されました。そのアカウントでログインできます。',
      ],
      'login-method-removed': ['ログイン方法が削除されました', '外部サービスのアカウントとの連携が解除されました。'],
      'token-created': [
        'API トークンが作成されました',
        'アカウントの API トークンが作成されました。トークンを持つプログラムは、あなたの代わりに操作できます。',
      ],
      'token-revoked': ['API トークンが無効になりました', 'アカウントの API トークンが無効になりました。'],
      'new-sign-in': [
        '新しい端末からのログイン',
        'これまで使われていない端末またはブラウザーから、アカウントへのログインがありました。',
      ],
    },
  },
  'zh-TW': {
    closing:
      '如果是您本人的操作，則無需處理。如果不是，請立即設定新密碼、結束帳號的所有登入工作階段，並聯絡本服務的營運者。',
    kinds: {
      'password-changed': ['您的密碼已變更', '您帳號的密碼已變更。'],
      'second-factor-on': ['兩步驟驗證已開啟', '您的帳號已設定驗證器應用程式，之後登入時需要輸入驗證碼。'],
      'second-factor-off': ['兩步驟驗證已關閉', '您帳號的驗證器應用程式與備用碼已停用。'],
      'factors-reset': [
        '您的兩步驟驗證已被移除',
        '本服務的營運者移除了您帳號的驗證器應用程式、備用碼與所有通行金鑰，並已在所有裝置上登出。',
      ],
      'backup-codes-renewed': ['您有新的備用碼', '您的帳號已產生新的備用碼，先前的備用碼不再有效。'],
      'passkey-added': ['已新增通行金鑰', '您的帳號新增了一個通行金鑰，可用來登入。'],
      'passkey-removed': ['已移除通行金鑰', '您的帳號移除了一個通行金鑰。'],
      'login-method-added': ['已新增登入方式', '您的帳號已連結其他服務的帳號，可用來登入。'],
      'login-method-removed': ['已移除登入方式', '您的帳號與其他服務帳號的連結已移除。'],
      'token-created': ['已建立 API 權杖', '您的帳號建立了一個 API 權杖。持有它的程式可以代表您操作。'],
      'token-revoked': ['已撤銷 API 權杖', '您帳號的一個 API 權杖已撤銷。'],
      'new-sign-in': ['在新的裝置上登入', '有人在先前未使用過的裝置或瀏覽器上登入了您的帳號。'],
    },
  },
  'zh-CN': {
    closing:
      '如果是您本人的操作，则无需处理。如果不是，请立即设置新密码、结束账号的所有登录会话，并联系本服务的运营者。',
    kinds: {
      'password-changed': ['您的密码已更改', '您账号的密码已更改。'],
      'second-factor-on': ['两步验证已开启', '您的账号已设置身份验证器应用，之后登录时需要输入验证码。'],
      'second-factor-off': ['两步验证已关闭', '您账号的身份验证器应用与备用码已停用。'],
      'factors-reset': [
        '您的两步验证已被移除',
        '本服务的运营者移除了您账号的身份验证器应用、备用码与所有通行密钥，并已在所有设备上退出登录。',
      ],
      'backup-codes-renewed': ['您有新的备用码', '您的账号已生成新的备用码，之前的备用码不再有效。'],
      'passkey-added': ['已添加通行密钥', '您的账号添加了一个通行密钥，可用于登录。'],
      'passkey-removed': ['已移除通行密钥', '您的账号移除了一个通行密钥。'],
      'login-method-added': ['已添加登录方式', '您的账号已关联其他服务的账号，可用于登录。'],
      'login-method-removed': ['已移除登录方式', '您的账号与其他服务账号的关联已解除。'],
      'token-created': ['已创建 API 令牌', '您的账号创建了一个 API 令牌。持有它的程序可以代表您操作。'],
      'token-revoked': ['已撤销 API 令牌', '您账号的一个 API 令牌已撤销。'],
      'new-sign-in': ['在新的设备上登录', '有人在之前未使用过的设备或浏览器上登录了您的账号。'],
    },
  },
  ko: {
    closing:
      '본인이 한 일이라면 아무것도 하지 않아도 됩니다. 아니라면 지금 바로 새 비밀번호를 설정하고, 계정의 모든 세션을 끝낸 뒤, 이 서비스의 운영자에게 알려 주세요.',
    kinds: {
      'password-changed': ['비밀번호가 변경되었습니다', '계정의 비밀번호가 변경되었습니다.'],
      'second-factor-on': [
        '2단계 인증이 켜졌습니다',
        '계정에 인증 앱이 설정되었습니다. 이제부터 로그인할 때 인증 코드가 필요합니다.',
      ],
      'second-factor-off': ['2단계 인증이 꺼졌습니다', '계정의 인증 앱과 백업 코드가 해제되었습니다.'],
      'factors-reset': [
        '2단계 인증이 해제되었습니다',
        '이 서비스의 운영자가 계정의 인증 앱, 백업 코드, 모든 패스키를 삭제했습니다. 모든 기기에서 로그아웃되었습니다.',
      ],
      'backup-codes-renewed': [
        '새 백업 코드가 발급되었습니다',
        '계정의 백업 코드가 새로 발급되었습니다. 이전 코드는 사용할 수 없습니다.',
      ],
      'passkey-added': ['패스키가 추가되었습니다', '계정에 패스키가 추가되었습니다. 이 패스키로 로그인할 수 있습니다.'],
      'passkey-removed': ['패스키가 삭제되었습니다', '계정에서 패스키가 삭제되었습니다.'],
      'login-method-added': [
        '로그인 방법이 추가되었습니다',
        '다른 서비스의 계정이 연결되었습니다. 그 계정으로 로그인할 수 있습니다.',
      ],
      'login-method-removed': ['로그인 방법이 삭제되었습니다', '다른 서비스 계정과의 연결이 해제되었습니다.'],
      'token-created': [
        'API 토큰이 만들어졌습니다',
        '계정의 API 토큰이 만들어졌습니다. 토큰을 가진 프로그램은 당신을 대신해 동작할 수 있습니다.',
      ],
      'token-revoked': ['API 토큰이 폐기되었습니다', '계정의 API 토큰이 폐기되었습니다.'],
      'new-sign-in': ['새 기기에서 로그인했습니다', '이전에 사용하지 않은 기기나 브라우저에서 계정에 로그인했습니다.'],
    },
  },
};

/** The text of a notice. */
export function readNoticeText(locale: Locale, kind: NoticeKind): MailText {
  if (isStaffKind(kind)) {
    const { closing, kinds } = STAFF_NOTICES[locale];
    const [subject, lead] = kinds[kind];
    return { subject, lead, closing };
  }
  const { closing, kinds } = NOTICES[locale];
  const [subject, lead] = kinds[kind];
  return { subject, lead, closing };
}

const isStaffKind = (kind: NoticeKind): kind is StaffNoticeKind => STAFF_NOTICE_KINDS.some((name) => name === kind);

export const isNoticeKind = (kind: string): kind is NoticeKind => NOTICE_KINDS.some((notice) => notice === kind);
