// Words of the frame around every page, of the home page and of error pages, and of what many pages have.

import copyTextEn from './en/copy-text.json';
import errorsEn from './en/errors.json';
import firstStepsEn from './en/first-steps.json';
import frontEn from './en/front.json';
import languageEn from './en/language.json';
import shareEn from './en/share.json';
import shellEn from './en/shell.json';
import textPreviewEn from './en/text-preview.json';
import { plainText } from './say.ts';
import { byLocale, messagesOf } from './tables.ts';

export const SHELL_MESSAGES = messagesOf('shell', shellEn, {
  signIn: 'signIn',
  close: 'close',
  language: 'language',
  community: 'community',
  notifications: 'notifications',
  moderation: 'moderation',
  administration: 'administration',
  apply: 'apply',
  catalog: 'catalog',
  about: 'aboutInstance',
  rules: 'rules',
});
/** Title and sentence of an error page by its kind, and sentences for codes. Codes without a sentence get that of their kind. */
export const ERROR_MESSAGES = messagesOf('errors', errorsEn, { again: 'tryAgain', home: 'toStartPage' });
/** The first steps of a new account. */
export const FIRST_STEPS_MESSAGES = messagesOf('first-steps', firstStepsEn);
export const FRONT_MESSAGES = messagesOf('front', frontEn, { morePosts: 'allPosts', noPosts: 'noPosts' });
export const SHARE_MESSAGES = messagesOf('share', shareEn);
export const COPY_TEXT_MESSAGES = messagesOf('copy-text', copyTextEn);
export const TEXT_PREVIEW_MESSAGES = messagesOf('text-preview', textPreviewEn, { away: 'previewOutdated' });
const LANGUAGE_MESSAGES = messagesOf('language', languageEn);

/** Names of the languages, each in itself. */
export const LANGUAGE_NAMES = byLocale((locale) => plainText(LANGUAGE_MESSAGES[locale].name));
