// What a page says of itself to scripts.
import type { Locale } from '../../kernel/names.ts';

const LOCALES: readonly string[] = ['ja', 'en', 'zh-TW', 'zh-CN', 'ko'] satisfies readonly Locale[];

export const isLocale = (text: string): text is Locale => LOCALES.includes(text);

/** Path of the instance below its origin, without trailing slash. */
export const basePath = (): string => document.documentElement.dataset.base ?? '';
