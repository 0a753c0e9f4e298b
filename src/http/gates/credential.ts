// Extracts the credential (token or cookie) from a request. Does not verify it.

export interface Credential {
  readonly kind: 'authorization' | 'cookie';
  /** The header value as received. */
  readonly text: string;
}

/**
 * The credential of a request. An `Authorization` header takes precedence; the cookie is then ignored (decisions,
 * "Accounts").
 */
export function credentialOf({ headers }: Request): Credential | undefined {
  const authorization = headers.get('authorization');
  if (authorization !== null) return { kind: 'authorization', text: authorization };
  const cookie = headers.get('cookie');
  return cookie === null ? undefined : { kind: 'cookie', text: cookie };
}

/**
 * Where a request with an unknown credential in `Authorization` is refused instead of being answered as a stranger's. A
 * program with an ended token would otherwise take a stranger's view for its own. All other routes ignore the header, since a
 * proxy in front of them may ask for credentials of its own.
 */
const TOKEN_ROOTS = ['community', 'me', 'account', 'admin', 'moderation', 'publications', 'search'];

/** Whether the routes of a path refuse unknown tokens. */
export const refusesUnknownTokens = (path: string): boolean =>
  TOKEN_ROOTS.some((root) => path === `/api/v1/${root}` || path.startsWith(`/api/v1/${root}/`));
