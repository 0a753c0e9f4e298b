// Backup codes at rest: each as a salted scrypt hash, inside what the sign-in library encrypts. A set of an earlier version
// holds the codes themselves; it is hashed when one of its codes is used. The library compares texts, so it is handed the
// stored form of a code that is right.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const SALT_BYTES = 12;
const HASH_BYTES = 32;
const COST = { N: 16_384, r: 8, p: 1 } as const;
const HASHED = /^s1\$([\w-]{16})\$([\w-]{43})$/;
const CODES = z.array(z.string());

const derive = (code: string, salt: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(code, salt, HASH_BYTES, COST, (error, hash) => (error ? reject(error) : resolve(hash)));
  });

/** A JSON array of codes with each code hashed. What is hashed stays. */
export async function hashCodes(json: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const hashed = CODES.parse(JSON.parse(json)).map(async (code) =>
    HASHED.test(code) ? code : `s1$${salt}$${(await derive(code, salt)).toString('base64url')}`,
  );
  return JSON.stringify(await Promise.all(hashed));
}

/** The stored form of a code; undefined when the set does not have it. */
export async function findStored(json: string, code: string): Promise<string | undefined> {
  const derived = new Map<string, Promise<Buffer>>();
  let found: string | undefined;
  for (const stored of CODES.parse(JSON.parse(json))) {
    const [, salt, hash] = HASHED.exec(stored) ?? [];
    if (salt === undefined || hash === undefined) {
      if (stored === code) found = stored;
      continue;
    }
    const given = derived.get(salt) ?? derive(code, salt);
    derived.set(salt, given);
    if (timingSafeEqual(await given, Buffer.from(hash, 'base64url'))) found = stored;
  }
  return found;
}
