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
