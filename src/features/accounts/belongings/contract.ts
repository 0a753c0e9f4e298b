// Routes by which somebody keeps what belongs to their account beside the profile: game accounts and API tokens.
// Fields are checked for their type here and for their meaning by the modules that own them.
import { z } from 'zod';
import { TOKEN_SCOPES } from '../../../http/gates/guard.ts';
import { defineContract, type Parameter, type Wire } from '../../../http/routing/contract.ts';
import { created, milliseconds, ok } from '../../../http/routing/declarations.ts';
import type { RefusalCode } from '../../../kernel/refusal.ts';

const own = { dialect: 'api', cors: 'tokens', section: 'Own account' } as const;

const SMALL_BODY_BYTES = 16_384;

const gameAccountView = z
  .object({
    id: z.string(),
    provider: z.string(),
    region: z.string(),
    playerUid: z.string(),
    displayName: z.string().nullable(),
    public: z.boolean(),
    verificationStatus: z.literal('unverified'),
    lastSyncedAt: z.null(),
    latestSnapshot: z.null(),
    createdAt: milliseconds,
    updatedAt: milliseconds,
  })
  .meta({ id: 'GameAccount' });
export type GameAccountView = Wire<z.output<typeof gameAccountView>>;
/** What others see of a game account that is public. */
export const publicGameAccountView = gameAccountView.pick({
  provider: true,
  region: true,
  playerUid: true,
  displayName: true,
  verificationStatus: true,
  lastSyncedAt: true,
  updatedAt: true,
  latestSnapshot: true,
});
const gameAccountAnswer = z.object({ gameAccount: gameAccountView });

export const tokenView = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(TOKEN_SCOPES)),
    servers: z.array(z.string()).describe('Release servers for which the scopes `publish` and `releases` count'),
    createdAt: milliseconds,
    lastUsedAt: milliseconds.nullable(),
    expiresAt: milliseconds.nullable(),
  })
  .meta({ id: 'ApiToken' });
export type TokenView = Wire<z.output<typeof tokenView>>;

const gameAccountFields = {
  provider: z.string().regex(/^[a-z0-9-]{1,32}$/),
  region: z.string().regex(/^[a-z0-9-]{1,32}$/),
  playerUid: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  displayName: z.string().nullable().optional().describe('1 to 80 visible characters'),
  public: z.boolean().optional(),
};

const idParameter = (refusal: RefusalCode): Parameter & { readonly schema: z.ZodUUID } => ({
  schema: z.uuid(),
  refusal,
});

export const belongingsContract = defineContract({
  gameAccountList: {
    ...own,
    method: 'GET',
    path: '/api/v1/account/game-accounts',
    summary: 'List your game accounts, newest first',
    access: 'session',
    answers: ok('The game accounts', { gameAccounts: z.array(gameAccountView) }),
  },
  gameAccountCreate: {
    ...own,
    method: 'POST',
    path: '/api/v1/account/game-accounts',
    summary: 'Add a game account; at most 16',
    access: 'profile',
    limit: 'profile',
    body: {
      kind: 'json',
      schema: z.strictObject(gameAccountFields),
      capBytes: SMALL_BODY_BYTES,
      invalid: 'invalid_game_account',
    },
    answers: created('The game account', gameAccountAnswer),
    refusals: ['game_account_limit', 'game_account_exists'],
  },
  gameAccountEdit: {
    ...own,
    method: 'PATCH',
    path: '/api/v1/account/game-accounts/{id}',
    summary: 'Change a game account; omitted fields stay',
    access: 'profile',
    limit: 'profile',
    params: { id: idParameter('game_account_not_found') },
    body: {
      kind: 'json',
      schema: z
        .strictObject(gameAccountFields)
        .partial()
        .refine((fields) => Object.keys(fields).length > 0),
      capBytes: SMALL_BODY_BYTES,
      invalid: 'invalid_game_account',
    },
    answers: ok('The game account', gameAccountAnswer),
    refusals: ['game_account_exists'],
  },
  gameAccountDelete: {
    ...own,
    method: 'DELETE',
    path: '/api/v1/account/game-accounts/{id}',
    summary: 'Remove a game account',
    access: 'profile',
    limit: 'profile',
    params: { id: idParameter('game_account_not_found') },
    answers: { 204: { description: 'Deleted' } },
  },
  tokenList: {
    ...own,
    method: 'GET',
    path: '/api/v1/account/tokens',
    summary: 'List your API tokens, newest first; with the cookie only',
    access: 'cookie-session',
    answers: ok('The tokens', { tokens: z.array(tokenView) }),
  },
  tokenCreate: {
    ...own,
    method: 'POST',
    path: '/api/v1/account/tokens',
    summary: 'Create an API token; with the cookie only',
    description:
      'The `secret` is shown this once. Programs send it as `Authorization: Bearer …`. The session must have been signed in ' +
      'or confirmed (`accountConfirm`) within the last ten minutes. The scopes `publish`, `releases` and `webhooks` are for ' +
      'administrators, and end with the role. With the first two a program publishes or manages releases of the named `servers`.',
    access: 'account-keys-confirmed',
    limit: 'profile',
    body: {
      kind: 'json',
      schema: z.strictObject({
        name: z.string().describe('1 to 80 visible characters'),
        scopes: z.array(z.enum(TOKEN_SCOPES)).min(1).max(TOKEN_SCOPES.length),
        servers: z
          .array(z.string())
          .optional()
          .describe('With the scope `publish` or `releases`: 1 to 50 ids of release servers; otherwise absent'),
        expiresAt: z.int().nullable().optional().describe('Milliseconds since the epoch; a minute to 366 days ahead'),
      }),
      capBytes: SMALL_BODY_BYTES,
      invalid: 'invalid_body',
      fields: {
        name: 'invalid_token_name',
        scopes: 'invalid_scopes',
        servers: 'invalid_token_servers',
        expiresAt: 'invalid_expiry',
      },
    },
    creates: { gone: 'api_token_not_found' },
    answers: created(
      'The token and its secret, which a repeat of the request does not get again',
      z.object({ token: tokenView, secret: z.string().optional() }),
    ),
    refusals: ['second_factor_required', 'forbidden', 'api_token_limit'],
  },
  tokenDelete: {
    ...own,
    method: 'DELETE',
    path: '/api/v1/account/tokens/{id}',
    summary: 'Revoke an API token; with the cookie only',
    access: 'account-keys',
    limit: 'profile',
    params: { id: idParameter('api_token_not_found') },
    answers: { 204: { description: 'Revoked' } },
  },
});
