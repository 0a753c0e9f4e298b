// Public values derived from an account: the seed of its placeholder picture and the URL of its avatar. Neither reveals
// the private id. Pure.
import { createHmac, randomBytes } from 'node:crypto';

/** 16 hex digits that never change for an account. `key` is derived from the service's secret. */
export const avatarSeedOf = (key: string, accountId: string): string =>
  createHmac('sha256', key).update(accountId).digest('hex').slice(0, 16);

/** A new public id of an avatar. Random, so that the URL reveals nothing and a new picture has a new URL. */
export const createPublicId = (): string => randomBytes(16).toString('base64url');

/** Path of an avatar by its public id; null when there is none. */
export const avatarUrlOf = (publicId: string | null | undefined): string | null =>
  publicId === null || publicId === undefined ? null : `/api/v1/account/avatar/${publicId}`;
