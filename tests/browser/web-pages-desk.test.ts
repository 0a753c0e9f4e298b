// Every page on a desk, in English in the light, and without script.
import { checkPages, DESK, isWhole } from './page-checks.ts';

const LOOKS = { 'en-light-1280': { locale: 'en-US', colorScheme: 'light', viewport: DESK } } as const;
const MORE_LOOKS = { 'zh-CN-dark-1280': { locale: 'zh-CN', colorScheme: 'dark', viewport: DESK } } as const;

checkPages(isWhole ? { ...LOOKS, ...MORE_LOOKS } : LOOKS, LOOKS);
