// Words of the islands of account pages.
import { defineMessages } from './say.ts';

export const ALTCHA_MESSAGES = defineMessages({
  en: {
    working: 'Checking that you are not a program …',
    done: 'Check done',
    failed: 'The check did not work.',
    again: 'Try again',
  },
  ja: {
    working: '自動プログラムでないことを確認しています…',
    done: '確認が完了しました',
    failed: '確認できませんでした。',
    again: 'もう一度試す',
  },
  'zh-TW': { working: '正在確認您不是自動程式…', done: '驗證完成', failed: '驗證未能完成。', again: '再試一次' },
  'zh-CN': { working: '正在确认您不是自动程序…', done: '验证完成', failed: '验证未能完成。', again: '再试一次' },
  ko: {
    working: '자동 프로그램이 아닌지 확인하고 있습니다…',
    done: '확인이 끝났습니다',
    failed: '확인하지 못했습니다.',
    again: '다시 시도',
  },
});

export const PASSKEY_SIGN_IN_MESSAGES = defineMessages({
  en: {
    use: 'Use a passkey',
    failed: 'This passkey was not accepted. Try again, or sign in another way.',
    notEnough: 'This passkey does not confirm that it is you. Enter a code instead.',
  },
  ja: {
    use: 'パスキーを使う',
    failed: 'パスキーを確認できませんでした。もう一度試すか、別の方法でログインしてください。',
    notEnough: 'このパスキーだけでは本人確認ができません。コードを入力してください。',
  },
  'zh-TW': {
    use: '使用通行金鑰',
    failed: '無法使用此通行金鑰，請再試一次或改用其他方式登入。',
    notEnough: '此通行金鑰無法確認是您本人，請改為輸入驗證碼。',
  },
  'zh-CN': {
    use: '使用通行密钥',
    failed: '无法使用此通行密钥，请再试一次或改用其他方式登录。',
    notEnough: '此通行密钥无法确认是您本人，请改为输入验证码。',
  },
  ko: {
    use: '패스키 사용',
    failed: '패스키를 확인하지 못했습니다. 다시 시도하거나 다른 방법으로 로그인해 주세요.',
    notEnough: '이 패스키만으로는 본인 확인이 되지 않습니다. 코드를 입력해 주세요.',
  },
});
