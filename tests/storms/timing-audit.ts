// Timing audit of sign-in, reset and registration, by hand: node bin/bun.js tests/storms/timing-audit.ts [ROUNDS]
// Sends a known and an unknown address in turn and compares the medians. A difference well above the spread would reveal who
// has an account. Needs a quiet machine; prints the figures without a verdict.
import { hashPassword } from 'better-auth/crypto';
import { openAccountsWorld } from '../fixtures/people.ts';

const ROUNDS = Number(process.argv[2] ?? 40);

await using home = await openAccountsWorld({ LIMITS: 'off', LOG_LEVEL: 'silent' });
const person = await home.person();
await home.sql`insert into login_method (id, account_id, provider_id, provider_account_id, password)
  values (${Bun.randomUUIDv7()}, ${person.id}, 'credential', ${person.id}, ${await hashPassword('correct horse battery')})`;

const ASKS: Readonly<Record<string, (email: string) => Promise<Response>>> = {
  'sign-in': (email) => home.send('POST', '/api/auth/sign-in/email', { email, password: 'wrong horse battery' }),
  reset: (email) => home.send('POST', '/api/auth/request-password-reset', { email }),
  registration: (email) => home.send('POST', '/api/v1/account/register', { email }),
};

async function measure(work: () => Promise<Response>): Promise<number> {
  const before = performance.now();
  await (await work()).text();
  return performance.now() - before;
}

const quantile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? 0;

for (const [name, ask] of Object.entries(ASKS)) {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    const stranger = `stranger-${name}-${i}@example.org`;
    const turns = [
      async () => known.push(await measure(() => ask(person.email))),
      async () => unknown.push(await measure(() => ask(stranger))),
    ];
    for (const turn of i % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  const [a, b] = [quantile(known, 0.5), quantile(unknown, 0.5)];
  const spread = quantile(known, 0.75) - quantile(known, 0.25);
  process.stdout.write(
    `${name.padEnd(14)} known ${a.toFixed(2)} ms, unknown ${b.toFixed(2)} ms, difference ${(a - b).toFixed(2)} ms, spread ${spread.toFixed(2)} ms\n`,
  );
}
