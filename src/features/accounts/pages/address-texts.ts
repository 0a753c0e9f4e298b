// Texts of the page for address links, in five languages.
import type { Locale } from '../../../kernel/names.ts';
import type { AddressStep } from '../links/address.ts';

interface AddressText {
  readonly title: string;
  /** Shown before the address. */
  readonly lead: string;
  readonly submit: string;
  readonly doneTitle: string;
  readonly doneLead: string;
}

export interface AddressWords {
  readonly steps: Readonly<Record<AddressStep, AddressText>>;
  /** Text of the link to continue. */
  readonly onward: string;
}

export const ADDRESS_TEXTS: Readonly<Record<Locale, AddressWords>> = {
  ja: {
    steps: {
      verify: {
        title: 'メールアドレスの確認',
        lead: 'このアドレスがご本人のものであることを確認します。',
        submit: '確認する',
        doneTitle: '確認しました',
        doneLead: 'メールアドレスが確認されました。',
      },
      'confirm-change': {
        title: 'メールアドレスの変更',
        lead: 'アカウントのメールアドレスを次のアドレスに変更します。心当たりがない場合は、承認せずにパスワードを変更してください。',
        submit: '変更を承認する',
        doneTitle: '承認しました',
        doneLead: '新しいアドレスにメールを送りました。そのリンクを開いて変更を完了してください。',
      },
      'verify-change': {
        title: '新しいメールアドレスの確認',
        lead: 'このアドレスをアカウントの新しいメールアドレスにします。すべての端末からログアウトします。',
        submit: '新しいアドレスを確認する',
        doneTitle: '変更しました',
        doneLead: 'メールアドレスが変更されました。新しいアドレスでログインしてください。',
      },
    },
    onward: '次へ進む',
  },
  en: {
    steps: {
      verify: {
        title: 'Confirm your e-mail address',
        lead: 'Confirm that this address is yours:',
        submit: 'Confirm the address',
        doneTitle: 'Address confirmed',
        doneLead: 'Your e-mail address is confirmed.',
      },
      'confirm-change': {
        title: 'Change of your e-mail address',
        lead: 'The e-mail address of your account is to become the one below. If it was not you, do not confirm, and change your password.',
        submit: 'Confirm the change',
        doneTitle: 'Change confirmed',
        doneLead: 'A mail went to the new address. Open its link to finish the change.',
      },
      'verify-change': {
        title: 'Confirm your new e-mail address',
        lead: 'This address is to become the e-mail address of the account, which is then signed out everywhere:',
        submit: 'Confirm the new address',
        doneTitle: 'Address changed',
        doneLead: 'The e-mail address was changed. Sign in with the new one.',
      },
    },
    onward: 'Continue',
  },
  'zh-TW': {
    steps: {
      verify: {
        title: '確認您的電子郵件地址',
        lead: '請確認此地址是您的：',
        submit: '確認地址',
        doneTitle: '已確認',
        doneLead: '您的電子郵件地址已確認。',
      },
      'confirm-change': {
        title: '變更電子郵件地址',
        lead: '您帳號的電子郵件地址將變更為以下地址。如果不是您本人，請不要確認，並變更您的密碼。',
        submit: '確認變更',
        doneTitle: '已確認變更',
        doneLead: '已寄送郵件至新地址。請開啟其中的連結以完成變更。',
      },
      'verify-change': {
        title: '確認新的電子郵件地址',
        lead: '此地址將成為帳號的電子郵件地址，並會在所有裝置上登出：',
        submit: '確認新地址',
        doneTitle: '地址已變更',
        doneLead: '電子郵件地址已變更。請使用新地址登入。',
      },
    },
    onward: '繼續',
  },
  'zh-CN': {
    steps: {
      verify: {
        title: '确认您的电子邮件地址',
        lead: '请确认此地址是您的：',
        submit: '确认地址',
        doneTitle: '已确认',
        doneLead: '您的电子邮件地址已确认。',
      },
      'confirm-change': {
        title: '更改电子邮件地址',
        lead: '您账号的电子邮件地址将更改为以下地址。如果不是您本人，请不要确认，并修改您的密码。',
        submit: '确认更改',
        doneTitle: '已确认更改',
        doneLead: '邮件已发送至新地址。请打开其中的链接以完成更改。',
      },
      'verify-change': {
        title: '确认新的电子邮件地址',
        lead: '此地址将成为账号的电子邮件地址，并会在所有设备上退出登录：',
        submit: '确认新地址',
        doneTitle: '地址已更改',
        doneLead: '电子邮件地址已更改。请使用新地址登录。',
      },
    },
    onward: '继续',
  },
  ko: {
    steps: {
      verify: {
        title: '이메일 주소 확인',
        lead: '이 주소가 본인의 것인지 확인해 주세요.',
        submit: '주소 확인',
        doneTitle: '확인되었습니다',
        doneLead: '이메일 주소가 확인되었습니다.',
      },
      'confirm-change': {
        title: '이메일 주소 변경',
        lead: '계정의 이메일 주소를 아래 주소로 변경합니다. 본인이 아니라면 승인하지 말고 비밀번호를 변경해 주세요.',
        submit: '변경 승인',
        doneTitle: '승인되었습니다',
        doneLead: '새 주소로 메일을 보냈습니다. 메일의 링크를 열어 변경을 완료해 주세요.',
      },
      'verify-change': {
        title: '새 이메일 주소 확인',
        lead: '이 주소가 계정의 새 이메일 주소가 되며, 모든 기기에서 로그아웃됩니다.',
        submit: '새 주소 확인',
        doneTitle: '변경되었습니다',
        doneLead: '이메일 주소가 변경되었습니다. 새 주소로 로그인해 주세요.',
      },
    },
    onward: '계속',
  },
};
