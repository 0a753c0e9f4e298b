// What the staff pages say to those who may not open them, or not yet.
import { defineMessages } from '../say.ts';

export const STAFF_REFUSAL_MESSAGES = defineMessages({
  en: {
    administratorsTitle: 'For administrators only',
    administratorsLead: 'Only administrators of this instance may open this page.',
    staffTitle: 'For the moderation team only',
    staffLead: 'Only moderators and administrators of this instance may open this page.',
    factorTitle: 'A second factor is needed',
    factorLead:
      'On this instance the staff pages open only with a second factor. Set up an authenticator app or a passkey, then sign in with it.',
    factorAct: 'Set up a second factor',
    confirmTitle: 'Please confirm that it is you',
    confirmLead:
      'Administration asks for this when the last confirmation is more than an hour old. Nothing was changed. Confirm, then send the form again.',
    confirmAct: 'Confirm',
  },
  ja: {
    administratorsTitle: '管理者専用のページです',
    administratorsLead: 'このページを開けるのは、このサイトの管理者だけです。',
    staffTitle: 'モデレーター専用のページです',
    staffLead: 'このページを開けるのは、このサイトのモデレーターと管理者だけです。',
    factorTitle: '二段階認証が必要です',
    factorLead:
      'このサイトでは、運営ページを開くのに二段階認証が必要です。認証アプリまたはパスキーを設定し、それを使ってログインしてください。',
    factorAct: '二段階認証を設定する',
    confirmTitle: 'ご本人の確認をお願いします',
    confirmLead:
      '最後の確認から 1 時間以上たつと、管理のページは確認を求めます。何も変更されていません。確認のあと、もう一度送信してください。',
    confirmAct: '確認する',
  },
  'zh-TW': {
    administratorsTitle: '僅限管理者',
    administratorsLead: '只有本站的管理者可以開啟此頁面。',
    staffTitle: '僅限審核團隊',
    staffLead: '只有本站的版主與管理者可以開啟此頁面。',
    factorTitle: '需要兩步驟驗證',
    factorLead: '在本站，管理頁面需要兩步驟驗證。請設定驗證器應用程式或通行金鑰，再用它登入。',
    factorAct: '設定兩步驟驗證',
    confirmTitle: '請確認是你本人',
    confirmLead: '距離上次確認超過一小時，管理頁面會再次詢問。沒有任何變更。請先確認，再重新送出表單。',
    confirmAct: '確認',
  },
  'zh-CN': {
    administratorsTitle: '仅限管理员',
    administratorsLead: '只有本站的管理员可以打开此页面。',
    staffTitle: '仅限审核团队',
    staffLead: '只有本站的版主和管理员可以打开此页面。',
    factorTitle: '需要两步验证',
    factorLead: '在本站，管理页面需要两步验证。请设置验证器应用或通行密钥，再用它登录。',
    factorAct: '设置两步验证',
    confirmTitle: '请确认是你本人',
    confirmLead: '距离上次确认超过一小时，管理页面会再次询问。没有任何更改。请先确认，再重新提交表单。',
    confirmAct: '确认',
  },
  ko: {
    administratorsTitle: '관리자 전용 페이지입니다',
    administratorsLead: '이 사이트의 관리자만 이 페이지를 열 수 있습니다.',
    staffTitle: '중재자 전용 페이지입니다',
    staffLead: '이 사이트의 중재자와 관리자만 이 페이지를 열 수 있습니다.',
    factorTitle: '2단계 인증이 필요합니다',
    factorLead:
      '이 사이트에서는 2단계 인증이 있어야 운영 페이지를 열 수 있습니다. 인증 앱이나 패스키를 설정한 뒤 그것으로 로그인해 주세요.',
    factorAct: '2단계 인증 설정',
    confirmTitle: '본인인지 확인해 주세요',
    confirmLead:
      '마지막 확인 후 한 시간이 지나면 관리 페이지에서 다시 확인합니다. 변경된 것은 없습니다. 확인한 뒤 다시 보내 주세요.',
    confirmAct: '확인',
  },
});
