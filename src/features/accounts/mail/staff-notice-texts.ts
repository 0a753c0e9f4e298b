// Texts of notices about what staff did to an account, in five languages. Like notice-texts.ts, without names, links and user
// input. Suspensions and restrictions have mails of their own, which give the reason (decision-texts.ts).
import type { Locale } from '../../../kernel/names.ts';

export const STAFF_NOTICE_KINDS = [
  'role-member',
  'role-moderator',
  'role-administrator',
  'reinstated',
  'sessions-ended',
] as const;
export type StaffNoticeKind = (typeof STAFF_NOTICE_KINDS)[number];

export interface StaffNotices {
  readonly closing: string;
  /** Subject and text. */
  readonly kinds: Readonly<Record<StaffNoticeKind, readonly [subject: string, lead: string]>>;
}

export const STAFF_NOTICES: Readonly<Record<Locale, StaffNotices>> = {
  en: {
    closing: 'If you have a question about this, write to the people who run this service.',
    kinds: {
      'role-member': [
        'You are a member now',
        'The people who run this service changed the role of your account to member. It was signed out everywhere.',
      ],
      'role-moderator': [
        'You are a moderator now',
        'The people who run this service made you a moderator. Your account was signed out everywhere; sign in again to begin.',
      ],
      'role-administrator': [
        'You are an administrator now',
        'The people who run this service made you an administrator. Your account was signed out everywhere; sign in again to begin.',
      ],
      reinstated: [
        'Your account is no longer suspended',
        'The suspension of your account has ended. You can sign in again.',
      ],
      'sessions-ended': [
        'You were signed out everywhere',
        'The people who run this service ended all sessions and API tokens of your account. You can sign in again.',
      ],
    },
  },
  ja: {
    closing: 'ご質問がある場合は、このサービスの運営者に連絡してください。',
    kinds: {
      'role-member': [
        '役割がメンバーになりました',
        'このサービスの運営者が、アカウントの役割をメンバーに変更しました。すべての端末からログアウトしています。',
      ],
      'role-moderator': [
        '役割がモデレーターになりました',
        'このサービスの運営者が、あなたをモデレーターにしました。すべての端末からログアウトしているため、もう一度ログインしてください。',
      ],
      'role-administrator': [
        '役割が管理者になりました',
        'このサービスの運営者が、あなたを管理者にしました。すべての端末からログアウトしているため、もう一度ログインしてください。',
      ],
      reinstated: ['アカウントの停止が解除されました', 'アカウントの停止が終わりました。もう一度ログインできます。'],
      'sessions-ended': [
        'すべての端末からログアウトしました',
        'このサービスの運営者が、アカウントのすべてのセッションと API トークンを終了しました。もう一度ログインできます。',
      ],
    },
  },
  'zh-TW': {
    closing: '如有疑問，請聯絡本服務的營運者。',
    kinds: {
      'role-member': ['您的角色已改為成員', '本服務的營運者將您帳號的角色改為成員，並已在所有裝置上登出。'],
      'role-moderator': ['您已成為版主', '本服務的營運者將您設為版主。您的帳號已在所有裝置上登出，請重新登入。'],
      'role-administrator': [
        '您已成為管理者',
        '本服務的營運者將您設為管理者。您的帳號已在所有裝置上登出，請重新登入。',
      ],
      reinstated: ['您的帳號已恢復使用', '您帳號的停用已結束，可以重新登入。'],
      'sessions-ended': [
        '您已在所有裝置上登出',
        '本服務的營運者結束了您帳號的所有登入工作階段與 API 權杖。您可以重新登入。',
      ],
    },
  },
  'zh-CN': {
    closing: '如有疑问，请联系本服务的运营者。',
    kinds: {
      'role-member': ['您的角色已改为成员', '本服务的运营者将您账号的角色改为成员，并已在所有设备上退出登录。'],
      'role-moderator': ['您已成为版主', '本服务的运营者将您设为版主。您的账号已在所有设备上退出登录，请重新登录。'],
      'role-administrator': [
        '您已成为管理员',
        '本服务的运营者将您设为管理员。您的账号已在所有设备上退出登录，请重新登录。',
      ],
      reinstated: ['您的账号已恢复使用', '您账号的停用已结束，可以重新登录。'],
      'sessions-ended': [
        '您已在所有设备上退出登录',
        '本服务的运营者结束了您账号的所有登录会话与 API 令牌。您可以重新登录。',
      ],
    },
  },
  ko: {
    closing: '궁금한 점이 있으면 이 서비스의 운영자에게 문의해 주세요.',
    kinds: {
      'role-member': [
        '역할이 멤버로 바뀌었습니다',
        '이 서비스의 운영자가 계정의 역할을 멤버로 바꾸었습니다. 모든 기기에서 로그아웃되었습니다.',
      ],
      'role-moderator': [
        '역할이 중재자로 바뀌었습니다',
        '이 서비스의 운영자가 중재자 역할을 부여했습니다. 모든 기기에서 로그아웃되었으니 다시 로그인해 주세요.',
      ],
      'role-administrator': [
        '역할이 관리자로 바뀌었습니다',
        '이 서비스의 운영자가 관리자 역할을 부여했습니다. 모든 기기에서 로그아웃되었으니 다시 로그인해 주세요.',
      ],
      reinstated: ['계정 정지가 해제되었습니다', '계정의 정지가 끝났습니다. 다시 로그인할 수 있습니다.'],
      'sessions-ended': [
        '모든 기기에서 로그아웃되었습니다',
        '이 서비스의 운영자가 계정의 모든 세션과 API 토큰을 끝냈습니다. 다시 로그인할 수 있습니다.',
      ],
    },
  },
};
