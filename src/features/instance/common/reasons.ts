// The text of each reason code in a language: the text of this instance, else the shipped one. Pure.
import type { Locale } from '../../../kernel/names.ts';
import { isReasonCode, type ReasonCode } from '../../../kernel/reason-code.ts';
import { REASON_TEXTS } from '../../../web/messages/decisions.ts';
import { plainText } from '../../../web/messages/say.ts';
import type { ReasonOverrides } from './settings.ts';

/** All codes in one language. An empty text counts as none. */
export function resolveReasons(overrides: ReasonOverrides, locale: Locale): Readonly<Record<ReasonCode, string>> {
  const say = (code: ReasonCode): string =>
    overrides[code]?.[locale] || plainText(REASON_TEXTS[locale][`reason_${code}`]);
  return {
    spam: say('spam'),
    harassment: say('harassment'),
    hate: say('hate'),
    sexual: say('sexual'),
    violence: say('violence'),
    privacy: say('privacy'),
    copyright: say('copyright'),
    misinformation: say('misinformation'),
    other: say('other'),
  };
}

/** What one code says; undefined for a code that is unknown. */
export function readReason(overrides: ReasonOverrides, locale: Locale, code: string): string | undefined {
  return isReasonCode(code) ? resolveReasons(overrides, locale)[code] : undefined;
}
