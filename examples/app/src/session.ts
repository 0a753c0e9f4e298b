// Who is signed in: the address of an instance and a token, for as long as the tab is open.
import { connect, type Livehouse } from '@livehouse/client';

const KEY = 'session';

interface Session {
  readonly url: string;
  readonly token: string;
}

/** Checks the token with a request, and remembers it. Rejects with `LivehouseError`. */
export async function signIn(session: Session) {
  const house = connect(session.url, { token: session.token });
  const { profile } = await house.api.profileRead();
  sessionStorage.setItem(KEY, JSON.stringify(session));
  return { house, name: profile.displayName ?? profile.accountName };
}

/** The session of this tab, if somebody is signed in. */
export function rememberedSession(): Session | undefined {
  const text = sessionStorage.getItem(KEY);
  return text === null ? undefined : JSON.parse(text);
}

/** Forgets the session of this tab. */
export function signOut(): void {
  sessionStorage.removeItem(KEY);
}

export type House = Livehouse;
