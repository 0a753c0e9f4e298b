// Handlers of profile, preferences and avatar: each leads from the checked request to the module that owns the thing.

import { SANDBOXED } from '../../../http/answer/headers.ts';
import { answerContent, blobRepresentation } from '../../../http/content/bytes.ts';
import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { type AvatarDependencies, removeAvatar, requireReadyAvatar, storeAvatar } from './avatar.ts';
import { receiveAvatar } from './avatar-image.ts';
import type { profileContract } from './contract.ts';
import { readPreferences, writePreferences } from './preferences.ts';
import { type ProfileDependencies, patchProfile, readProfileView } from './profile.ts';

export interface ProfileHandlerDependencies extends ProfileDependencies, AvatarDependencies {}

/** Deleting the account is done in `leaving/`. */
type ProfileRoutes = Omit<typeof profileContract, 'profileDelete'>;

export function profileHandlers(dependencies: ProfileHandlerDependencies): Handlers<ProfileRoutes> {
  const { database, identityKey } = dependencies;
  const { db } = database;
  return {
    preferencesRead: async ({ actor }) => json({ preferences: await readPreferences(db, actor.accountId) }),
    preferencesWrite: async ({ actor, body }) =>
      json({ preferences: await writePreferences(db, actor.accountId, body) }),

    profileRead: async ({ actor }) => json({ profile: await readProfileView(db, identityKey, actor.accountId) }),
    profilePatch: async ({ actor, body }) => {
      const { view, isPending } = await patchProfile(dependencies, actor, body);
      return { status: isPending ? 202 : 200, body: { profile: view } };
    },
    avatarWrite: async ({ context, actor }) => {
      await storeAvatar(dependencies, actor, await receiveAvatar(context));
      return { status: 202, body: { avatar: { status: 'pending' } } };
    },
    avatarDelete: async ({ actor }) => {
      await removeAvatar(dependencies, actor.accountId);
      return { status: 204 };
    },
    avatarRead: async ({ context, params }) => {
      const { bytes, sha256, mediaType } = await requireReadyAvatar(dependencies, params.userId);
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
