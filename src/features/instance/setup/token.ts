// The code of the setup link: 256 bits, kept in a file that only the user of the service can read until it is used. The
// database has its hash.
import { createHash, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { findSecretFile, keepSecretFile } from '../../../platform/config/auth-secret.ts';
import { removeQuietly } from '../../../platform/files/durable.ts';

const FILE = 'setup-code';

export const setupFile = (dataDirectory: string): string => join(dataDirectory, FILE);

/** The code of this data directory; creates it. Processes that start at the same time agree on one. */
export const keepSetupCode = (dataDirectory: string): string => keepSecretFile(setupFile(dataDirectory));

/** The code of this data directory; undefined when there is none. */
export const findSetupCode = (dataDirectory: string): string | undefined => findSecretFile(setupFile(dataDirectory));

export const forgetSetupCode = (dataDirectory: string): void => removeQuietly(setupFile(dataDirectory));

export const hashSetupCode = (code: string): string => createHash('sha256').update(code).digest('hex');

/** Compares in constant time. */
export const isSetupCode = (code: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSetupCode(code)), Buffer.from(hash));
