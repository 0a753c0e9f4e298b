// The mail with which an administrator tests the delivery of mail, in five languages.
import type { Locale } from '../../../kernel/names.ts';
import type { MailText } from './texts.ts';

export const TEST_TEXTS: Readonly<Record<Locale, MailText>> = {
  en: {
    subject: 'Mail works',
    lead: 'This is a test. This instance can send mail, and it reaches you.',
    closing: 'You asked for this mail on the pages of the administration. There is nothing to do.',
  },
  ja: {
    subject: 'メールのテスト',
    lead: 'これはテストです。このサイトからのメールが届いています。',
    closing: '管理のページから送信されたメールです。特に必要な操作はありません。',
  },
  'zh-TW': {
    subject: '郵件測試',
    lead: '這是一封測試信。本站可以寄信，你也收到了。',
    closing: '這封信由管理頁面寄出，不需要任何操作。',
  },
  'zh-CN': {
    subject: '邮件测试',
    lead: '这是一封测试邮件。本站可以发信，你也收到了。',
    closing: '这封邮件由管理页面发出，不需要任何操作。',
  },
  ko: {
    subject: '메일 테스트',
    lead: '테스트 메일입니다. 이 사이트의 메일이 잘 도착합니다.',
    closing: '관리 페이지에서 보낸 메일입니다. 따로 할 일은 없습니다.',
  },
};
