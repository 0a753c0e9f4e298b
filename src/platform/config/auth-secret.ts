// The secret that signs sessions and derived ids. It comes from the configuration, or is generated once and stored in
// the data directory, readable by the service's user only. Processes that start at the same time agree on one secret.
import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, ifPresentSync, removeQuietly, temporaryPath, writeAtomically } from '../files/durable.ts';
import type { Config } from './config.ts';

const SECRET_BYTES = 32;
const SECRET_FILE = 'auth-secret';

/** The secret, of at least 32 characters. Generates and stores one if there is none. */
export function readAuthSecret(config: Pick<Config, 'authSecret' | 'dataDirectory'>): string {
  if (config.authSecret !== undefined) return config.authSecret;
  const path = join(config.dataDirectory, SECRET_FILE);
  return keepSecretFile(path);
}

/** The secret in a file; generates and stores one if there is none. Processes that start at the same time agree on one. */
export const keepSecretFile = (path: string): string => findSecretFile(path) ?? createSecret(path);

/** The secret and where it is stored; undefined when there is none. Generates nothing. */
export function findAuthSecret(
  config: Pick<Config, 'authSecret' | 'dataDirectory'>,
): { readonly text: string; readonly kept: 'configured' | 'file' } | undefined {
  if (config.authSecret !== undefined) return { text: config.authSecret, kept: 'configured' };
  const text = findSecretFile(join(config.dataDirectory, SECRET_FILE));
  return text === undefined ? undefined : { text, kept: 'file' };
}

/** Stores a secret from another installation, replacing the one in the data directory. */
export function keepAuthSecret(dataDirectory: string, text: string): void {
  writeAtomically(join(dataDirectory, SECRET_FILE), Buffer.from(`${text}\n`));
}

/** The secret in a file; undefined when there is no file. */
export function findSecretFile(path: string): string | undefined {
  const text = ifPresentSync(() => readFileSync(path, 'utf8'))?.trim();
  if (text !== undefined && text.length < SECRET_BYTES)
    throw new Error(
      `${path} contains no usable secret. Remove the file to generate a new one; what the old one signed is then invalid`,
    );
  return text;
}

function createSecret(path: string): string {
  const temporary = temporaryPath(join(path, '..'));
  writeAtomically(temporary, Buffer.from(`${randomBytes(SECRET_BYTES).toString('base64url')}\n`));
  try {
    // `link` is atomic and never replaces an existing file, so of several processes one wins.
    linkSync(temporary, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    removeQuietly(temporary);
  }
  const kept = findSecretFile(path);
  if (kept === undefined) throw new Error(`${path} cannot be read back`);
  return kept;
}

/** Derives a key for one purpose, so that no two uses of the secret share a key. */
export function deriveKey(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(`livehouse ${purpose}`).digest('base64url');
}
