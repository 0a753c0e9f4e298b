// Texts of the mail to administrators about a webhook that the service disabled, in five languages. The host is that of the
// webhook, as an administrator entered it; compose.ts escapes it.
import type { Locale } from '../../../kernel/names.ts';
import type { MailText } from './texts.ts';

export interface WebhookNotice {
  readonly host: string;
  /** Nothing arrived for a day, or the receiver answered that it is gone for good. */
  readonly reason: 'failing' | 'gone';
}

interface WebhookWords extends Record<WebhookNotice['reason'], string> {
  readonly subject: string;
  /** `{host}` */
  readonly lead: string;
  readonly action: string;
  readonly closing: string;
}

const WORDS: Readonly<Record<Locale, WebhookWords>> = {
  en: {
    subject: 'A webhook was disabled',
    lead: 'The webhook to {host} was disabled.',
    failing: 'Nothing could be delivered to it for 24 hours.',
    gone: 'Its receiver answered that it is gone for good (410).',
    action: 'See the webhooks',
    closing: 'Deliveries that still waited were dropped. Enable it again when the receiver works.',
  },
  ja: {
    subject: 'Webhook が無効になりました',
    lead: '{host} への Webhook を無効にしました。',
    failing: '24 時間、何も配信できませんでした。',
    gone: '受信側が、恒久的に存在しない (410) と応答しました。',
    action: 'Webhook を見る',
    closing: '待機中の配信は取り消しました。受信側が動くようになったら、再び有効にしてください。',
  },
  'zh-TW': {
    subject: '一個 Webhook 已停用',
    lead: '通往 {host} 的 Webhook 已停用。',
    failing: '已有 24 小時無法送達任何內容。',
    gone: '接收端回應它已永久不存在（410）。',
    action: '查看 Webhook',
    closing: '仍在等待的傳送已捨棄。接收端恢復後，請重新啟用。',
  },
  'zh-CN': {
    subject: '一个 Webhook 已停用',
    lead: '通往 {host} 的 Webhook 已停用。',
    failing: '已有 24 小时无法送达任何内容。',
    gone: '接收端回应它已永久不存在（410）。',
    action: '查看 Webhook',
    closing: '仍在等待的投递已丢弃。接收端恢复后，请重新启用。',
  },
  ko: {
    subject: '웹훅이 비활성화되었습니다',
    lead: '{host}(으)로 가는 웹훅을 비활성화했습니다.',
    failing: '24시간 동안 아무것도 전달하지 못했습니다.',
    gone: '받는 쪽이 영구히 사라졌다고(410) 응답했습니다.',
    action: '웹훅 보기',
    closing: '기다리던 전달은 취소했습니다. 받는 쪽이 다시 작동하면 활성화해 주세요.',
  },
};

export function readWebhookText(locale: Locale, { host, reason }: WebhookNotice): MailText {
  const { subject, lead, action, closing, ...reasons } = WORDS[locale];
  return { subject, lead: lead.replace('{host}', () => host), facts: [reasons[reason]], action, closing };
}
