// Password hashes: scrypt of Better Auth (N 16384, r 16, 32 MiB each) behind a queue, so that a storm of sign-ins cannot
// take the machine's memory. At most four run at a time; who would wait too long is refused with 503.
import { Refusal } from '../../../kernel/refusal.ts';

const AT_A_TIME = 4;
/** A few seconds of work on two cores. */
const WAITING_MAX = 128;

export interface Passwords {
  hash(password: string): Promise<string>;
  verify(stored: { readonly hash: string; readonly password: string }): Promise<boolean>;
  /** Refuses with `sign_in_busy` when a hash asked for now would be refused. */
  requireRoom(): void;
}

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

type Work = Pick<Passwords, 'hash' | 'verify'>;

/** The library's hashes, loaded when the first is asked for. */
const LIBRARY: Work = {
  hash: async (password) => (await import('better-auth/crypto')).hashPassword(password),
  verify: async (stored) => (await import('better-auth/crypto')).verifyPassword(stored),
};

/** A queue of its own; one per process. `work` stands in for tests. */
export function createPasswords(work: Work = LIBRARY): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];

  const requireRoom = (): void => {
    if (waiting.length >= WAITING_MAX) throw new Refusal('sign_in_busy');
  };

  async function queue<T>(task: () => Promise<T>): Promise<T> {
    if (running >= AT_A_TIME) {
      requireRoom();
      // A place is handed over, never freed in between, so that nobody jumps the queue.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return {
    hash: (password) => queue(() => work.hash(password)),
    verify: (stored) => queue(() => work.verify(stored)),
    requireRoom,
  };
}
