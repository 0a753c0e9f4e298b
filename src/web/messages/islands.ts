// Words of the islands: a table each. The browser gets those of the islands on a page, in one language.
import { defineMessages } from './say.ts';

export const COPY_TEXT_MESSAGES = defineMessages({
  en: { copy: 'Copy', copied: 'Copied', failed: 'Copying did not work. Select the text and copy it by hand.' },
  ja: { copy: 'コピー', copied: 'コピーしました', failed: 'コピーできませんでした。選択してコピーしてください。' },
  'zh-TW': { copy: '複製', copied: '已複製', failed: '無法複製，請選取文字後手動複製。' },
  'zh-CN': { copy: '复制', copied: '已复制', failed: '无法复制，请选取文字后手动复制。' },
  ko: { copy: '복사', copied: '복사했습니다', failed: '복사하지 못했습니다. 선택해서 직접 복사해 주세요.' },
});

export const TEXT_PREVIEW_MESSAGES = defineMessages({
  en: {
    title: 'Preview',
    empty: 'Nothing is shown: the text is empty.',
    away: 'The preview is not up to date: the service does not answer.',
    tooLong: 'This text is too long to preview while you type. You see it when it is saved.',
  },
  ja: {
    title: 'プレビュー',
    empty: '文章が空のため、何も表示されません。',
    away: 'サービスに接続できないため、プレビューは最新ではありません。',
    tooLong: '長すぎるため、入力中のプレビューはできません。保存すると表示されます。',
  },
  'zh-TW': {
    title: '預覽',
    empty: '內文是空的，不會顯示任何內容。',
    away: '服務沒有回應，預覽不是最新的。',
    tooLong: '內文太長，無法在輸入時預覽。儲存後就會顯示。',
  },
  'zh-CN': {
    title: '预览',
    empty: '正文是空的，不会显示任何内容。',
    away: '服务没有回应，预览不是最新的。',
    tooLong: '正文太长，无法在输入时预览。保存后就会显示。',
  },
  ko: {
    title: '미리보기',
    empty: '글이 비어 있어 아무것도 표시되지 않습니다.',
    away: '서비스가 응답하지 않아 미리보기가 최신이 아닙니다.',
    tooLong: '글이 너무 길어 입력 중에는 미리 볼 수 없습니다. 저장하면 표시됩니다.',
  },
});
