// The services that people can sign in with here.
import { SOCIAL_PROVIDERS, type SocialConfig } from '../../../platform/config/accounts.ts';
import { UNNAMED_OIDC } from '../../../platform/config/oidc.ts';

export interface Providers {
  /** Names of those that are configured, in order. */
  readonly names: readonly string[];
  /** What to call those that the operator named, by name. */
  readonly labels: Readonly<Record<string, string>>;
  /** The name, if it is that of an OpenID Connect provider. */
  oidcOf(name: unknown): string | undefined;
  /** Whether requests may name it, configured or not. */
  isKnown(name: string): boolean;
}

/** The configured services, with the names that the operator chose. */
export function listProviders({ providers, oidc }: SocialConfig): Providers {
  const named = oidc.map(({ name }) => name);
  const known = new Set<unknown>([...named, UNNAMED_OIDC]);
  return {
    names: [...SOCIAL_PROVIDERS.filter((name) => providers[name] !== undefined), ...named],
    labels: Object.fromEntries(oidc.flatMap(({ name, label }) => (label === undefined ? [] : [[name, label]]))),
    oidcOf: (name) => (typeof name === 'string' && known.has(name) ? name : undefined),
    isKnown: (name) => known.has(name) || SOCIAL_PROVIDERS.some((one) => one === name),
  };
}
