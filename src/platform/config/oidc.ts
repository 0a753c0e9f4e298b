// OpenID Connect providers: any number of them, each with variables of its own name. Pure: config.ts passes the environment in.
import { readOidcIssuer } from './oidc-issuer.ts';
import { readText, secret, type Variable, variable, word } from './values.ts';

export interface ClientKeys {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface OidcConfig extends ClientKeys {
  /** In addresses and in stored ways to sign in. */
  readonly name: string;
  readonly issuer: string;
  /** What its button says. Undefined: the words of the page for a provider without a name. */
  readonly label: string | undefined;
  readonly scopes: readonly string[];
  /** Claim with the groups of a person. */
  readonly groupsClaim: string;
  readonly administrators: readonly string[];
  readonly moderators: readonly string[];
  /** Whether an address that the provider has verified joins the account here that has the same one. */
  readonly trustEmail: boolean;
}

/** Providers whose variables are SOCIAL_OIDC_…, as before there were names. */
export const UNNAMED_OIDC = 'oidc';
/** Names of other ways to sign in. */
const TAKEN = ['GITHUB', 'GOOGLE', 'TWITTER', 'DISCORD', 'OIDC', 'CREDENTIAL', 'PASSKEY'];
const SCOPES = 'openid email profile';

/** The variables of one provider, by what follows its name. */
const PARTS = {
  ISSUER: variable(
    'sign-in with the OpenID Connect provider NAME (letters and digits): issuer URL',
    'none',
    readOidcIssuer,
  ),
  ID: variable('client id', 'none', readText),
  SECRET: secret('client secret', 'none', readText),
  LABEL: variable('what its button says', 'the name', readText),
  SCOPES: variable('scopes to ask for, separated by spaces', `\`${SCOPES}\``, readText),
  GROUPS_CLAIM: variable('claim with the groups of a person', '`groups`', readText),
  ADMINISTRATORS: variable('groups whose members are administrators, separated by commas', 'none', readText),
  MODERATORS: variable('groups whose members are moderators, separated by commas', 'none', readText),
  TRUST_EMAIL: variable(
    '`on`: a person whose address the provider has verified gets the account here that has it',
    '`off`',
    word(['on', 'off'], 'off'),
  ),
} as const;
type Part = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS).filter((part): part is Part => part in PARTS);

/** The variables with `{NAME}` for the name, as the documentation lists them. */
export const OIDC_VARIABLES: Readonly<Record<string, Variable<unknown>>> = Object.fromEntries(
  PART_NAMES.map((part) => [`OIDC_{NAME}_${part}`, PARTS[part]]),
);

const PATTERN = new RegExp(`^OIDC_([A-Z][A-Z0-9]{0,19})_(${PART_NAMES.join('|')})$`);

/** The name and part of a variable of a provider. */
function split(variable: string): { readonly name: string; readonly part: Part } | undefined {
  const match = PATTERN.exec(variable);
  const part = PART_NAMES.find((one) => one === match?.[2]);
  return match?.[1] === undefined || part === undefined ? undefined : { name: match[1], part };
}

export const isOidcVariable = (variable: string): boolean => split(variable) !== undefined;

type Environment = Readonly<Record<string, string | undefined>>;

/** The rows of the variables that are set, by name. */
export const describeOidc = (environment: Environment): readonly (readonly [string, Variable<unknown>])[] =>
  Object.keys(environment)
    .sort()
    .flatMap((variable) => {
      const found = split(variable);
      return found === undefined || isEmpty(environment[variable]) ? [] : [[variable, PARTS[found.part]] as const];
    });

const isEmpty = (text: string | undefined): boolean => (text?.trim() ?? '') === '';
const listOf = (text: string | undefined, by: string | RegExp): readonly string[] =>
  (text ?? '')
    .split(by)
    .map((item) => item.trim())
    .filter((item) => item !== '');
const capitalized = (name: string): string => `${name.slice(0, 1)}${name.slice(1).toLowerCase()}`;

/** Reads all named providers. `report` receives each mistake. */
export function readOidcProviders(environment: Environment, report: (mistake: string) => void): readonly OidcConfig[] {
  const names = new Set(describeOidc(environment).flatMap(([variable]) => split(variable)?.name ?? []));
  return [...names].flatMap((name) => readProvider(name, environment, report) ?? []);
}

function readProvider(name: string, environment: Environment, report: (mistake: string) => void) {
  let isWell = true;
  const fail = (mistake: string): undefined => {
    isWell = false;
    report(mistake);
  };
  const take = <P extends Part>(part: P): ReturnType<(typeof PARTS)[P]['read']> | undefined => {
    const text = environment[`OIDC_${name}_${part}`]?.trim();
    try {
      return PARTS[part].read(text === '' ? undefined : text) as ReturnType<(typeof PARTS)[P]['read']>;
    } catch (error) {
      return fail(`OIDC_${name}_${part} ${error instanceof Error ? error.message : 'is malformed'}`);
    }
  };
  const [issuer, clientId, clientSecret] = [take('ISSUER'), take('ID'), take('SECRET')];
  const trustEmail = take('TRUST_EMAIL') === 'on';
  if (TAKEN.includes(name))
    fail(`OIDC_${name}_ISSUER names a provider that has variables of its own; choose another name`);
  for (const part of ['ISSUER', 'ID', 'SECRET'] as const) {
    if (isEmpty(environment[`OIDC_${name}_${part}`])) fail(`OIDC_${name}_${part} is missing`);
  }
  if (!isWell || issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    name: name.toLowerCase(),
    issuer,
    clientId,
    clientSecret,
    label: take('LABEL') ?? capitalized(name),
    scopes: [...new Set(['openid', ...listOf(take('SCOPES') ?? SCOPES, /\s+/)])],
    groupsClaim: take('GROUPS_CLAIM') ?? 'groups',
    administrators: listOf(take('ADMINISTRATORS'), ','),
    moderators: listOf(take('MODERATORS'), ','),
    trustEmail,
  };
}
