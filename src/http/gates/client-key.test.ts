import { expect, test } from 'bun:test';
import { Refusal } from '../../kernel/refusal.ts';
import { createClientKey } from './client-key.ts';
import { openContext, type RequestContext } from './context.ts';
import type { Actor } from './guard.ts';

const ADDRESS = '203.0.113.1';
const open = (headers: Record<string, string> = {}): RequestContext =>
  openContext(new Request('http://localhost/', { headers }), () => ADDRESS, 1);
const WITH_TOKEN = { authorization: 'Bearer x' };

function actorOf(accountId: string, emailVerified: boolean): Actor {
  const via = { kind: 'token', tokenId: 't', scopes: ['read'], servers: [], ownerRole: 'member' } as const;
  return { accountId, emailVerified, uid: 1, role: 'member', status: 'active', restrictions: [], via };
}

const keyWith = (identify: () => Promise<Actor | undefined>, isForeign = false) =>
  createClientKey({ identify, isForeignPage: () => isForeign });

test('the account of a verified credential, else the address', async () => {
  const known = keyWith(async () => actorOf('a', true));
  expect(await known(open(WITH_TOKEN))).toBe('account a');
  expect(await known(open({ cookie: 'session=1' }))).toBe('account a');
  expect(known(open())).toBe(ADDRESS);
  expect(await keyWith(async () => undefined)(open(WITH_TOKEN))).toBe(ADDRESS);
  expect(await keyWith(async () => actorOf('a', false))(open(WITH_TOKEN))).toBe(ADDRESS);
  expect(keyWith(async () => actorOf('a', true), true)(open({ cookie: 'session=1' }))).toBe(ADDRESS);
});

test('a credential that is refused, or cannot be read in time, is none', async () => {
  const refused = keyWith(() => Promise.reject(new Refusal('authentication_required')));
  expect(await refused(open(WITH_TOKEN))).toBe(ADDRESS);
  expect(await keyWith(() => new Promise(() => {}))(open(WITH_TOKEN))).toBe(ADDRESS);
  const broken = keyWith(() => Promise.reject(new Error('a mistake of ours')));
  expect(Promise.resolve(broken(open(WITH_TOKEN)))).rejects.toThrow('a mistake of ours');
});
