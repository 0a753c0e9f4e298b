// Handlers of profile, preferences and avatar: each leads from the checked request to the module that owns the thing.

import { SANDBOXED } from '../../../http/answer/headers.ts';
import { answerContent, blobRepresentation } from '../../../http/content/bytes.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { type AvatarParts, removeAvatar, requireReadyAvatar, storeAvatar } from './avatar.ts';
import { receiveAvatar } from './avatar-image.ts';
import type { profileContract } from './contract.ts';
import { readPreferences, writePreferences } from './preferences.ts';
import { type ProfileParts, patchProfile, readProfileView } from './profile.ts';

export interface ProfileHandlerParts extends ProfileParts, AvatarParts {}

/** Deleting the account is done in `leaving/`. */
type ProfileRoutes = Omit<typeof profileContract, 'profileDelete'>;

export function profileHandlers(parts: ProfileHandlerParts): Handlers<ProfileRoutes> {
  const { database, identityKey } = parts;
  const { db } = database;
  return {
    preferencesRead: async ({ actor }) => ({
      status: 200,
      body: { preferences: await readPreferences(db, actor.accountId) },
    }),
    preferencesWrite: async ({ actor, body }) => ({
      status: 200,
      body: { preferences: await writePreferences(db, actor.accountId, body) },
    }),

    profileRead: async ({ actor }) => ({
      status: 200,
      body: { profile: await readProfileView(db, identityKey, actor.accountId) },
    }),
    profilePatch: async ({ actor, body }) => {
      const { view, isPending } = await patchProfile(parts, actor, body);
      return { status: isPending ? 202 : 200, body: { profile: view } };
    },
    avatarWrite: async ({ context, actor }) => {
      await storeAvatar(parts, actor, await receiveAvatar(context));
      return { status: 202, body: { avatar: { status: 'pending' } } };
    },
    avatarDelete: async ({ actor }) => {
      await removeAvatar(parts, actor.accountId);
      return { status: 204 };
    },
    avatarRead: async ({ context, params }) => {
      const { bytes, sha256, mediaType } = await requireReadyAvatar(parts, params.userId);
      const headers = new Headers({
        'Content-Type': mediaType,
        'Cache-Control': 'no-cache, must-revalidate',
        ...SANDBOXED,
        'Cross-Origin-Resource-Policy': 'same-origin',
      });
      return answerContent(context, {
        identity: blobRepresentation(new Blob([bytes], { type: mediaType }), `"${sha256}"`),
        headers,
        ranges: false,
      });
    },
  };
}
