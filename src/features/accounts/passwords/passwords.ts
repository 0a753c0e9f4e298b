// Password hashing: Better Auth's scrypt (N 16384, r 16, 32 MiB each) behind a queue, so that many sign-ins at once
// cannot exhaust memory. At most four hashes run concurrently; when the queue is full the request is refused with 503.
import { Refusal } from '../../../kernel/refusal.ts';

const AT_A_TIME = 4;
/** A few seconds of work on two cores. */
const WAITING_MAX = 128;

export interface Passwords {
  hash(password: string): Promise<string>;
  verify(stored: { readonly hash: string; readonly password: string }): Promise<boolean>;
  /** Refuses with `sign_in_busy` if a hash would currently be refused. */
  requireRoom(): void;
}

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

type Work = Pick<Passwords, 'hash' | 'verify'>;

/** The library's hash functions, loaded on demand. */
const LIBRARY: Work = {
  hash: async (password) => (await import('better-auth/crypto')).hashPassword(password),
  verify: async (stored) => (await import('better-auth/crypto')).verifyPassword(stored),
};

/** Creates a queue; one per process. Tests replace `work`. */
export function createPasswords(work: Work = LIBRARY): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];

  const requireRoom = (): void => {
    if (waiting.length >= WAITING_MAX) throw new Refusal('sign_in_busy');
  };

  async function queue<T>(task: () => Promise<T>): Promise<T> {
    if (running >= AT_A_TIME) {
      requireRoom();
      // A finishing hash hands its place to the next in the queue, so that a new request cannot overtake it.
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
