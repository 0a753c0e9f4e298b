// The profile of a person at an OpenID Connect provider: the claims of the identity token, which the sign-in library has verified,
// and those of the user info where the token lacks the address or the groups.
import { z } from 'zod';
import type { OidcConfig } from '../../../platform/config/oidc.ts';

const ANSWER_MS = 5_000;
const claims = z.record(z.string(), z.unknown());
type Claims = z.output<typeof claims>;
const description = z.object({ userinfo_endpoint: z.url({ protocol: /^https?$/ }).optional() });

/** Address of the provider's description. */
export const descriptionUrl = (issuer: string): string => `${issuer}/.well-known/openid-configuration`;

async function readJson(url: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) });
  if (!answer.ok) throw new Error(`the provider answered ${answer.status}`);
  return answer.json();
}

function readToken(token: string | undefined): Claims {
  const payload = token?.split('.')[1];
  return payload === undefined ? {} : claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}

interface Tokens {
  readonly idToken?: string | undefined;
  readonly accessToken?: string | undefined;
}

/** Creates the reader of profiles. It returns null where the provider says nothing usable. */
export function createProfileReader({ issuer, groupsClaim, administrators, moderators }: OidcConfig) {
  const needsGroups = administrators.length + moderators.length > 0;
  return async ({ idToken, accessToken }: Tokens) => {
    const known = readToken(idToken);
    const { sub } = known;
    if (typeof sub !== 'string' || sub === '') return null;
    const isWhole = known.email !== undefined && (!needsGroups || known[groupsClaim] !== undefined);
    const more = isWhole || accessToken === undefined ? {} : await readUserInfo(issuer, accessToken, sub);
    const all: Claims = { ...more, ...known };
    const { email, email_verified: verified, name } = all;
    if (typeof email !== 'string') return null;
    return {
      ...all,
      id: sub,
      sub,
      email,
      emailVerified: verified === true,
      name: typeof name === 'string' ? name : '',
    };
  };
}

/** Only claims about the same person count (OpenID Connect Core, "UserInfo Response"). */
async function readUserInfo(issuer: string, accessToken: string, sub: string): Promise<Claims> {
  const { userinfo_endpoint: url } = description.parse(await readJson(descriptionUrl(issuer)));
  if (url === undefined) return {};
  const found = claims.parse(await readJson(url, { authorization: `Bearer ${accessToken}` }));
  return found.sub === sub ? found : {};
}
