// Handlers of contract.ts and contract-belongings.ts. Each passes the validated request to the module that owns the
// data.

import { SANDBOX } from '../../../http/answer/headers.ts';
import { answerJson, answerNothing } from '../../../http/answer/json.ts';
import { answerContent, blobRepresentation } from '../../../http/content/bytes.ts';
import { attachmentDisposition } from '../../../http/content/disposition.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { ExportSource } from '../../../kernel/export-file.ts';
import type { Log } from '../../../platform/telemetry/log.ts';
import { createToken, listTokens, planToken, revokeToken } from '../tokens/tokens.ts';
import { type DeletionParts, deleteAccount, expireCookies } from '../upkeep/deletion.ts';
import { streamExport } from '../upkeep/export.ts';
import { type AvatarParts, removeAvatar, requireReadyAvatar, storeAvatar } from './avatar.ts';
import { receiveAvatar } from './avatar-image.ts';
import type { profileContract } from './contract.ts';
import type { belongingsContract } from './contract-belongings.ts';
import { createGameAccount, editGameAccount, listGameAccounts, removeGameAccount } from './game-accounts.ts';
import { readPreferences, writePreferences } from './preferences.ts';
import { type ProfileParts, patchProfile, readProfileView } from './profile.ts';

export interface ProfileHandlerParts extends ProfileParts, AvatarParts, DeletionParts {
  /** Name of the session cookie. */
  readonly cookieName: string;
  readonly exportSources: readonly ExportSource[];
  readonly log: Log;
}

export function profileHandlers(parts: ProfileHandlerParts): Handlers<typeof profileContract> {
  const { database, identityKey } = parts;
  const { db } = database;
  return {
    preferencesRead: async ({ context, actor }) =>
      answerJson(context, { preferences: await readPreferences(db, actor.accountId) }),
    preferencesWrite: async ({ context, actor, body }) =>
      answerJson(context, { preferences: await writePreferences(db, actor.accountId, body) }),

    profileRead: async ({ context, actor }) =>
      answerJson(context, { profile: await readProfileView(db, identityKey, actor.accountId) }),
    profilePatch: async ({ context, actor, body }) => {
      const { view, isPending } = await patchProfile(parts, actor, body);
      return answerJson(context, { profile: view }, { status: isPending ? 202 : 200 });
    },
    profileDelete: async ({ context, actor, body }) => {
      await deleteAccount(parts, actor, body.confirmation);
      const answer = answerNothing(context);
      for (const cookie of expireCookies(parts.cookieName)) answer.headers.append('Set-Cookie', cookie);
      return answer;
    },

    avatarWrite: async ({ context, actor }) => {
      await storeAvatar(parts, actor, await receiveAvatar(context));
      return answerJson(context, { avatar: { status: 'pending' } }, { status: 202 });
    },
    avatarDelete: async ({ context, actor }) => {
      await removeAvatar(parts, actor.accountId);
      return answerNothing(context);
    },
    avatarRead: async ({ context, params }) => {
      const { bytes, sha256, mediaType } = await requireReadyAvatar(parts, params.userId);
      const headers = new Headers({
        'Content-Type': mediaType,
        'Cache-Control': 'no-cache, must-revalidate',
        'Content-Security-Policy': SANDBOX,
        'Cross-Origin-Resource-Policy': 'same-origin',
        'X-Content-Type-Options': 'nosniff',
      });
      return answerContent(context, {
        identity: blobRepresentation(new Blob([bytes], { type: mediaType }), `"${sha256}"`),
        headers,
        ranges: false,
      });
    },
  };
}

export function belongingsHandlers(parts: ProfileHandlerParts): Handlers<typeof belongingsContract> {
  const { database } = parts;
  const { db } = database;
  return {
    gameAccountList: async ({ context, actor }) =>
      answerJson(context, { gameAccounts: await listGameAccounts(db, actor.accountId) }),
    gameAccountCreate: async ({ context, actor, body }) => {
      const gameAccount = await createGameAccount(database, actor.accountId, body);
      return answerJson(context, { gameAccount }, { status: 201 });
    },
    gameAccountEdit: async ({ context, actor, params, body }) =>
      answerJson(context, { gameAccount: await editGameAccount(db, actor.accountId, params.id, body) }),
    gameAccountDelete: async ({ context, actor, params }) => {
      await removeGameAccount(db, actor.accountId, params.id);
      return answerNothing(context);
    },

    tokenList: async ({ context, actor }) => answerJson(context, { tokens: await listTokens(db, actor.accountId) }),
    tokenCreate: async ({ context, actor, body }) =>
      answerJson(context, await createToken(database, actor.accountId, planToken(body, Date.now())), { status: 201 }),
    tokenDelete: async ({ context, actor, params }) => {
      await database.transaction((tx) => revokeToken(tx, actor.accountId, params.id));
      return answerNothing(context);
    },

    accountExport: ({ context, actor }) => {
      const headers = new Headers({
        'Content-Type': 'application/zip',
        'Content-Disposition': attachmentDisposition(`livehouse-${actor.uid}.zip`),
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': context.requestId,
      });
      if (context.isHead) {
        headers.set('Date', new Date().toUTCString());
        return new Response(null, { headers });
      }
      const onError = (error: unknown): void =>
        parts.log.error('an account export was interrupted', { requestId: context.requestId, error });
      return new Response(streamExport(parts.exportSources, actor.accountId, onError), { headers });
    },
  };
}
