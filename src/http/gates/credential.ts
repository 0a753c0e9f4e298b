// What a request shows of who asks.

export interface Credential {
  readonly kind: 'authorization' | 'cookie';
  /** The header as it came. */
  readonly text: string;
}

/** The credential of a request. With an `Authorization` the cookie is not looked at (decisions, "Accounts"). */
export function credentialOf({ headers }: Request): Credential | undefined {
  const authorization = headers.get('authorization');
  if (authorization !== null) return { kind: 'authorization', text: authorization };
  const cookie = headers.get('cookie');
  return cookie === null ? undefined : { kind: 'cookie', text: cookie };
}
