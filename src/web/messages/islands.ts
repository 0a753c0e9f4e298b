// Words of the islands: a table each. The browser gets those of the islands on a page, in one language.
import { defineMessages } from './say.ts';

export const COPY_TEXT_MESSAGES = defineMessages({
  en: { copy: 'Copy', copied: 'Copied', failed: 'Copying did not work. Select the text and copy it by hand.' },
  ja: { copy: 'コピー', copied: 'コピーしました', failed: 'コピーできませんでした。選択してコピーしてください。' },
  'zh-TW': { copy: '複製', copied: '已複製', failed: '無法複製，請選取文字後手動複製。' },
  'zh-CN': { copy: '复制', copied: '已复制', failed: '无法复制，请选取文字后手动复制。' },
  ko: { copy: '복사', copied: '복사했습니다', failed: '복사하지 못했습니다. 선택해서 직접 복사해 주세요.' },
});
