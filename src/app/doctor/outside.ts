// Checks of network services: mail, captcha, classifier, external sign-in, provider. A configured service must respond;
// a default one may be unavailable.

import { listProviders } from '../../features/accounts/common/providers.ts';
import { openConfiguredCaptcha, openConfiguredMailer } from '../../features/accounts/engines.ts';
import { descriptionUrl } from '../../features/accounts/sign-in/oidc-profile.ts';
import { BANDS } from '../../features/provider/common/upstream-paths.ts';
import { INTERFACE_VERSION } from '../../kernel/names.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Captcha } from '../../platform/outside/captcha.ts';
import { openScreening } from '../../platform/outside/screening.ts';
import { openUpstream } from '../../platform/outside/upstream.ts';
import { probeSharedCounters } from '../../platform/shared/counters.ts';
import { type Check, check } from './check.ts';

const ANSWER_MS = 8_000;
const DOCUMENT_BYTES = 32 * 1024 * 1024;

/** Connects to the mail server and authenticates, or checks that the folder is writable. */
export async function checkMail(config: Config): Promise<Check> {
  const mailer = openConfiguredMailer(config, () => config.instance.name);
  const place = config.smtpUrl === undefined ? 'outbox/ of the data directory' : new URL(config.smtpUrl).host;
  try {
    const tried = await check('mail', place, async () => {
      await mailer.probe();
      return config.smtpUrl === undefined ? `files in ${place}, and nobody gets them` : `${place} accepts mail`;
    });
    return tried.state === 'ok' && config.smtpUrl === undefined ? { ...tried, state: 'folder' } : tried;
  } finally {
    mailer.close();
  }
}

/** ALTCHA solves its own challenge; Turnstile is asked about a response that cannot pass. */
export async function checkCaptcha(config: Config): Promise<Check> {
  const captcha = openConfiguredCaptcha(config, crypto.randomUUID());
  if (captcha === undefined) return { name: 'captcha', state: 'ok', detail: 'none' };
  return check('captcha', captcha.provider, async () => {
    if (captcha.provider === 'altcha') return solveOwn(captcha);
    const { outcome } = await captcha.verify('livehouse-doctor');
    if (outcome === 'unreachable') throw new Error('the service cannot be reached, or rejects CAPTCHA_SECRET');
    return 'turnstile: the service answers and accepts the secret';
  });
}

async function solveOwn(captcha: Captcha): Promise<string> {
  const { solveChallenge } = await import('altcha-lib');
  const { deriveKey } = await import('altcha-lib/algorithms/pbkdf2');
  const challenge = await captcha.createChallenge();
  // `createChallenge` returns an object of that library.
  const solution = await solveChallenge({ challenge: JSON.parse(JSON.stringify(challenge)), deriveKey });
  const payload = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const { outcome } = await captcha.verify(payload);
  if (outcome !== 'passed') throw new Error('a correct solution was rejected');
  return 'altcha: made, solved and verified a challenge';
}

/** Asks the Redis server in which limits are counted. A service without it counts per process, so this is a warning. */
export async function checkSharedLimits({ limitsUrl }: Config): Promise<Check> {
  if (limitsUrl === undefined) return { name: 'limits', state: 'ok', detail: 'counted by each process' };
  const place = new URL(limitsUrl).host;
  return check('limits', place, async () => `${place} ${await probeSharedCounters(limitsUrl)}`, 'warn');
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** Whoever reaches the port of metrics outside this machine reads them, unless a token is asked for. */
export function checkMetrics({ metricsPort, metricsHost, metricsToken }: Config): Check {
  const name = 'metrics';
  if (metricsPort === undefined) return { name, state: 'ok', detail: 'off' };
  const place = `${metricsHost}, port ${metricsPort}`;
  if (metricsToken !== undefined) return { name, state: 'ok', detail: `${place}, with METRICS_TOKEN` };
  return isLoopback(metricsHost)
    ? { name, state: 'ok', detail: place }
    : { name, state: 'warn', detail: `${place}: whoever reaches it reads them; set METRICS_TOKEN` };
}

/** Asks the operator's classifier about a text that identifies itself as a check. */
export async function checkClassifier({ moderation }: Config): Promise<Check> {
  const { webhook } = moderation;
  if (webhook === undefined) return { name: 'classifier', state: 'ok', detail: 'none' };
  return check('classifier', new URL(webhook.url).host, async () => {
    const id = `doctor-${crypto.randomUUID()}`;
    const about = { id, kind: 'profile-name', subjectId: id, revision: 1, authorUid: 0, createdAt: Date.now() };
    const question = { type: 'moderation.case', case: about, text: 'A check by livehouse doctor', file: null };
    const { verdict } = await openScreening(webhook).ask(id, question);
    return `answered a signed question with ${verdict}`;
  });
}

/**
 * Names the ways to sign in, with the redirect address that each provider must know, and fetches the discovery document of
 * each OpenID Connect provider. The other providers have fixed addresses.
 */
export function checkSignIn({ social, passwordSignIn, baseUrl, port }: Config): Promise<Check> {
  const { names } = listProviders(social);
  const home = baseUrl ?? `http://localhost:${port}`;
  const ways = names.map((name) => `${name} (redirect address ${home}/api/auth/callback/${name})`);
  const detail =
    names.length === 0 ? 'by password only' : `by ${[...(passwordSignIn ? ['password'] : []), ...ways].join(', ')}`;
  return check('sign-in', detail, async () => {
    await Promise.all(social.oidc.map(({ issuer }) => requireDescription(issuer)));
    return social.oidc.length === 0 ? detail : `${detail}; OpenID configurations are valid`;
  });
}

async function requireDescription(issuer: string): Promise<void> {
  const answer = await fetch(descriptionUrl(issuer), {
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((cause: unknown) => {
    throw new Error(`${issuer} does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
  if (answer.status !== 200) throw new Error(`${issuer} answered its OpenID configuration with ${answer.status}`);
  const description: unknown = await answer.json();
  const isOne = typeof description === 'object' && description !== null && 'authorization_endpoint' in description;
  if (!isOne) throw new Error(`the OpenID configuration of ${issuer} has no authorization_endpoint`);
}

/** Reads one small document of the provider that the operator named, and discards it. */
export async function checkProvider(config: Config): Promise<Check> {
  const { providerUrl, providerConcurrency, isProviderNamed } = config;
  if (providerUrl === undefined) {
    return { name: 'provider', state: 'ok', detail: 'off: answers come from the cache only' };
  }
  if (!isProviderNamed) return { name: 'provider', state: 'ok', detail: 'not set: no mirror' };
  const upstream = openUpstream({
    baseUrl: providerUrl,
    concurrency: providerConcurrency,
    userAgent: `Livehouse/${INTERFACE_VERSION}`,
  });
  const request = { path: BANDS, accept: 'application/json', maxBytes: DOCUMENT_BYTES, lane: 'short' } as const;
  try {
    return await check('provider', providerUrl, async () => {
      const deadline = Date.now() + ANSWER_MS;
      const answer = await upstream.request(
        { ...request, deadline },
        { begin: () => undefined, write: () => undefined },
      );
      if (answer.kind !== 'body') throw new Error('it has no list of bands');
      return `${providerUrl} returned a document of ${answer.bytes} bytes`;
    });
  } finally {
    upstream.close();
  }
}
