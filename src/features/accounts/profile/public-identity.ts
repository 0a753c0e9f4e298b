// What of an account others may derive: the seed of its stand-in picture and the address of its avatar. Neither tells the
// private id. Pure.
import { createHmac, randomBytes } from 'node:crypto';

/** 16 hex digits that are the same for an account for ever; `key` is derived from the service's secret. */
export const avatarSeedOf = (key: string, accountId: string): string =>
  createHmac('sha256', key).update(accountId).digest('hex').slice(0, 16);

/** A new public id for an avatar: random, so that an address tells nothing and a new picture has a new one. */
export const createPublicId = (): string => randomBytes(16).toString('base64url');

/** Path of an avatar by its public id; null when there is none. */
export const avatarUrlOf = (publicId: string | null | undefined): string | null =>
  publicId === null || publicId === undefined ? null : `/api/v1/account/avatar/${publicId}`;
