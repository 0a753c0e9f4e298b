// The secret that signs sessions and derived ids: from the configuration, or made once and kept in the data directory,
// readable by the service's own user alone. Several processes that start at once agree on one.
import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, isAbsence, removeQuietly, temporaryPath, writeAtomically } from '../files/durable.ts';
import type { Config } from './config.ts';

const SECRET_BYTES = 32;
const SECRET_FILE = 'auth-secret';

/** The secret of a configuration, as text of at least 32 characters. */
export function readAuthSecret(config: Pick<Config, 'authSecret' | 'dataDirectory'>): string {
  if (config.authSecret !== undefined) return config.authSecret;
  const path = join(config.dataDirectory, SECRET_FILE);
  return readSecret(path) ?? createSecret(path);
}

/** The secret of a configuration and where it is kept, if there is one; none is made. */
export function findAuthSecret(
  config: Pick<Config, 'authSecret' | 'dataDirectory'>,
): { readonly text: string; readonly kept: 'configured' | 'file' } | undefined {
  if (config.authSecret !== undefined) return { text: config.authSecret, kept: 'configured' };
  const text = readSecret(join(config.dataDirectory, SECRET_FILE));
  return text === undefined ? undefined : { text, kept: 'file' };
}

/** Keeps a secret that came from elsewhere, in place of the one in the data directory. */
export function keepAuthSecret(dataDirectory: string, text: string): void {
  writeAtomically(join(dataDirectory, SECRET_FILE), Buffer.from(`${text}\n`));
}

function readSecret(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text.length < SECRET_BYTES) throw new Error(`${path} holds no secret: remove it, and everybody signs in anew`);
    return text;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function createSecret(path: string): string {
  const temporary = temporaryPath(join(path, '..'));
  writeAtomically(temporary, Buffer.from(`${randomBytes(SECRET_BYTES).toString('base64url')}\n`));
  try {
    // A link is made whole or not at all, and never over another's.
    linkSync(temporary, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    removeQuietly(temporary);
  }
  const kept = readSecret(path);
  if (kept === undefined) throw new Error(`${path} cannot be read back`);
  return kept;
}

/** A key for one purpose, so that no two uses of the secret share one. */
export function deriveKey(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(`livehouse ${purpose}`).digest('base64url');
}
