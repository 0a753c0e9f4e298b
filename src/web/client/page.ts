// What a page says of itself to scripts.
import { LOCALES, type Locale } from '../../kernel/names.ts';

export const isLocale = (text: string): text is Locale => LOCALES.some((locale) => locale === text);

/** Path of the instance below its origin, without trailing slash. */
export const basePath = (): string => document.documentElement.dataset.base ?? '';
