// Texts that ship with the service: what this is, how people treat each other here, and which data is kept. An operator replaces
// them with their own; a notice has no default.
import { INSTANCE_TEXTS } from '../../../web/messages/instance.ts';
import { plainText } from '../../../web/messages/say.ts';
import { byLocale } from '../../../web/messages/tables.ts';
import type { InstanceTexts } from './settings.ts';

export const DEFAULT_TEXTS: InstanceTexts = {
  about: byLocale((locale) => plainText(INSTANCE_TEXTS[locale].about)),
  rules: byLocale((locale) => plainText(INSTANCE_TEXTS[locale].rules)),
  privacy: byLocale((locale) => plainText(INSTANCE_TEXTS[locale].privacy)),
};
