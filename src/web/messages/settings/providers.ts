// Names of the services that people sign in with, and the words of linking and unlinking them.
import type { Locale } from '../../../kernel/names.ts';
import { defineMessages } from '../say.ts';

/** Names as the services write themselves. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  github: 'GitHub',
  google: 'Google',
  twitter: 'X',
  discord: 'Discord',
};

export const PROVIDER_MESSAGES = defineMessages({
  en: {
    oidc: 'your provider',
    title: 'Linked services',
    lead: 'A linked service signs you in without a password. Its account must have your e-mail address.',
    linked: 'Linked',
    notLinked: 'Not linked',
    link: 'Link {provider}',
    unlink: 'Unlink {provider}',
    only: 'This is your only way to sign in. Set up another one first.',
    linkTitle: 'Link {provider}',
    linkLead: 'You leave this site for a moment and come back to your settings.',
    go: 'Continue to {provider}',
    back: 'Back to the settings',
    done: 'The service is linked.',
    removed: 'The service is unlinked.',
    failed:
      'The service could not be linked. Its account needs the same e-mail address, and may not belong to somebody else here.',
    away: 'The service does not answer now. Try again later.',
  },
  ja: {
    oidc: '外部サービス',
    title: '連携サービス',
    lead: '連携したサービスでは、パスワードなしでログインできます。サービス側のメールアドレスが同じである必要があります。',
    linked: '連携中',
    notLinked: '未連携',
    link: '{provider} と連携する',
    unlink: '{provider} との連携を解除する',
    only: 'これが唯一のログイン方法です。先にほかの方法を設定してください。',
    linkTitle: '{provider} と連携',
    linkLead: '一度このサイトを離れ、終わると設定に戻ります。',
    go: '{provider} に進む',
    back: '設定に戻る',
    done: 'サービスと連携しました。',
    removed: 'サービスとの連携を解除しました。',
    failed: '連携できませんでした。メールアドレスが同じで、ここでほかの人が使っていないアカウントが必要です。',
    away: 'サービスが応答していません。しばらくしてからもう一度お試しください。',
  },
  'zh-TW': {
    oidc: '外部服務',
    title: '已連結的服務',
    lead: '連結服務後，不用密碼也能登入。服務帳號的電子郵件地址必須與這裡相同。',
    linked: '已連結',
    notLinked: '未連結',
    link: '連結 {provider}',
    unlink: '取消連結 {provider}',
    only: '這是唯一的登入方式，請先設定另一種。',
    linkTitle: '連結 {provider}',
    linkLead: '會暫時離開本站，完成後回到設定。',
    go: '前往 {provider}',
    back: '回到設定',
    done: '已連結服務。',
    removed: '已取消連結服務。',
    failed: '無法連結。服務帳號需要有相同的電子郵件地址，而且不能屬於這裡的其他人。',
    away: '服務目前沒有回應，請稍後再試。',
  },
  'zh-CN': {
    oidc: '外部服务',
    title: '已关联的服务',
    lead: '关联服务后，不用密码也能登录。服务账号的电子邮件地址必须与这里相同。',
    linked: '已关联',
    notLinked: '未关联',
    link: '关联 {provider}',
    unlink: '取消关联 {provider}',
    only: '这是唯一的登录方式，请先设置另一种。',
    linkTitle: '关联 {provider}',
    linkLead: '会暂时离开本站，完成后回到设置。',
    go: '前往 {provider}',
    back: '回到设置',
    done: '已关联服务。',
    removed: '已取消关联服务。',
    failed: '无法关联。服务账号需要有相同的电子邮件地址，而且不能属于这里的其他人。',
    away: '服务目前没有响应，请稍后再试。',
  },
  ko: {
    oidc: '외부 서비스',
    title: '연결된 서비스',
    lead: '연결한 서비스로 비밀번호 없이 로그인할 수 있어요. 서비스 계정의 이메일 주소가 같아야 해요.',
    linked: '연결됨',
    notLinked: '연결 안 됨',
    link: '{provider} 연결',
    unlink: '{provider} 연결 해제',
    only: '하나뿐인 로그인 방법이에요. 먼저 다른 방법을 설정해 주세요.',
    linkTitle: '{provider} 연결',
    linkLead: '잠시 이 사이트를 떠났다가 설정으로 돌아와요.',
    go: '{provider}로 계속',
    back: '설정으로 돌아가기',
    done: '서비스를 연결했습니다.',
    removed: '서비스 연결을 해제했습니다.',
    failed: '연결하지 못했습니다. 이메일 주소가 같고 여기에서 다른 사람이 쓰지 않는 계정이어야 해요.',
    away: '서비스가 지금 응답하지 않아요. 나중에 다시 시도해 주세요.',
  },
});

/** The name of a service, for people. */
export function nameProvider({ locale }: { readonly locale: Locale }, provider: string): string {
  const own = PROVIDER_MESSAGES[locale].oidc;
  return PROVIDER_NAMES[provider] ?? (typeof own === 'string' ? own : provider);
}
