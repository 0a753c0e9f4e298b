// The queue of password hashes: four concurrent, first come first served, with a bounded queue.
import { expect, test } from 'bun:test';
import { isRefusal } from '../../../kernel/refusal.ts';
import { createPasswords } from './passwords.ts';

/** Work that ends when released. */
function heldWork() {
  const held: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const begin = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => held.push(resolve));
    running -= 1;
  };
  return {
    held,
    most: () => most,
    work: {
      hash: async (password: string) => {
        await begin();
        return `hash of ${password}`;
      },
      verify: async () => {
        await begin();
        return true;
      },
    },
  };
}

async function letAllGo(held: (() => void)[], pending: readonly Promise<unknown>[]): Promise<void> {
  let open = true;
  const done = Promise.allSettled(pending).then(() => {
    open = false;
  });
  while (open) {
    held.shift()?.();
    await Bun.sleep(0);
  }
  await done;
}

test('four at a time, in their order; the rest waits', async () => {
  const { work, held, most } = heldWork();
  const passwords = createPasswords(work);
  const order: string[] = [];
  const pending = Array.from({ length: 20 }, (_, i) => passwords.hash(String(i)).then((text) => order.push(text)));
  await Bun.sleep(0);
  expect(held).toHaveLength(4);
  await letAllGo(held, pending);
  expect(most()).toBe(4);
  expect(order).toEqual(Array.from({ length: 20 }, (_, i) => `hash of ${i}`));
});

test('hashes beyond the queue limit are refused until there is room again', async () => {
  const { work, held } = heldWork();
  const passwords = createPasswords(work);
  const accepted = Array.from({ length: 132 }, () => passwords.verify({ hash: '', password: '' }));
  await Bun.sleep(0);
  expect(() => passwords.requireRoom()).toThrow();
  const refused = await passwords.hash('x').catch((error: unknown) => error);
  expect(isRefusal(refused, 'sign_in_busy')).toBe(true);
  await letAllGo(held, accepted);
  passwords.requireRoom();
});

test('a failed hash frees its place', async () => {
  const passwords = createPasswords({
    hash: async () => {
      throw new Error('no memory');
    },
    verify: async () => true,
  });
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => passwords.hash('x')));
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(await passwords.verify({ hash: '', password: '' })).toBe(true);
});
