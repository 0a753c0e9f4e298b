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
