// Every page on a phone, in Japanese in the dark.
import { checkPages, isWhole, PHONE } from './page-checks.ts';

const LOOKS = { 'ja-dark-390': { locale: 'ja-JP', colorScheme: 'dark', viewport: PHONE } } as const;
const MORE_LOOKS = {
  'zh-TW-light-390': { locale: 'zh-TW', colorScheme: 'light', viewport: PHONE },
  'ko-light-390': { locale: 'ko-KR', colorScheme: 'light', viewport: PHONE },
} as const;

checkPages(isWhole ? { ...LOOKS, ...MORE_LOOKS } : LOOKS, isWhole ? LOOKS : {});
