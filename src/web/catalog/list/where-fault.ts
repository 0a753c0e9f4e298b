// Why the interface refused `where`, and at which character, so that a page can show the place. Pure.

export interface WhereFault {
  /** Characters before the place; undefined: the whole. */
  readonly at: number | undefined;
  /** In English, as the interface says it. */
  readonly reason: string;
}

interface Refused {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

const AT = /^where ".*" at character (\d+): (.+)$/s;
const UNKNOWN = /^There is no field (.+)$/s;

/** The fault of `where` in a refusal; undefined: it is not the reason. */
export function faultOfWhere(where: string | undefined, { code, message = '' }: Refused): WhereFault | undefined {
  if (where === undefined) return undefined;
  switch (code) {
    case 'invalid_query': {
      const [, at, reason] = AT.exec(message) ?? [];
      if (reason !== undefined) return { at: Number(at), reason };
      return message.startsWith('where ') ? { at: undefined, reason: message } : undefined;
    }
    case 'unknown_field': {
      const at = where.indexOf(UNKNOWN.exec(message)?.[1] ?? message);
      return { at: at < 0 ? undefined : [...where.slice(0, at)].length, reason: message };
    }
    case 'query_too_expensive':
      return { at: undefined, reason: message };
    default:
      return undefined;
  }
}

/** Reasons of the interface, and the words that a page has for them. A group of the pattern names what they are about. */
const REASONS = [
  [/^a comparison or a parenthesis is expected$/, 'whereComparison'],
  [/^a path is expected$/, 'wherePath'],
  [/^an operator is expected$/, 'whereOperator'],
  [/^a value is expected$/, 'whereValue'],
  [/^texts stand in double quotes$/, 'whereQuotes'],
  [/^the closing quote is missing$/, 'whereQuoteEnd'],
  [/^(?<sign>[^a-z]+(?: or [^a-z]+)?) is expected$/, 'whereSign'],
  [/^There is no field (?<field>.+)$/s, 'whereNoField'],
  [/^(?<field>\S+) is a number$/, 'whereNumber'],
  [/^(?<field>\S+) is a date$/, 'whereDate'],
  [/^(?<field>\S+) is a boolean$/, 'whereBoolean'],
  [/^(?:The query would scan about|A filter leads to more than) /, 'whereExpensive'],
] as const;

export interface WordedReason {
  readonly key: (typeof REASONS)[number][1] | 'whereOther';
  readonly values: Readonly<Record<string, string>>;
}

/** The key of the text that says a reason, and what it names. */
export function wordReason(reason: string): WordedReason {
  for (const [pattern, key] of REASONS) {
    const found = pattern.exec(reason);
    if (found === null) continue;
    const { sign, ...named } = found.groups ?? {};
    return { key, values: sign === undefined ? named : { sign: sign.replace(' or ', ' / ') } };
  }
  return { key: 'whereOther', values: {} };
}
