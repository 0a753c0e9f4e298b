// Tables of the accounts feature, their only writer: identities and sessions (in the shape that Better Auth expects),
// second factors, public profiles, preferences, avatars, linked game accounts, API tokens, failed sign-ins, mail and captcha records.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Json } from '../../../kernel/canonical-json.ts';
import { at, counter, createdAt, deletedWith, timestamps, updatedAt, version } from './columns.ts';

/** A person's sign-in identity. The id is private and never part of a response. */
export const account = pgTable(
  'account',
  {
    id: uuid('id').primaryKey(),
    /** Required by Better Auth; the public name is in the profile. */
    name: text('name').notNull(),
    /** Lowercase. `deleted:{id}` once the address of a deleted account is free again. */
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** Whether every sign-in asks for a second factor: there is a verified row of `two_factor`. */
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    image: text('image'),
    /** What an administrator decided about the registration; null: nobody had to. Only a pending one has a text. */
    approval: text('approval', { enum: ['pending', 'approved', 'refused'] }),
    /** What the person wrote about themselves when they registered. */
    approvalText: text('approval_text'),
    /** Since when it waits for a decision: since the person proved that the address, or the account elsewhere, is theirs. */
    approvalSince: at('approval_since'),
    approvalDecidedAt: at('approval_decided_at'),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('account_email_unique').on(table.email),
    index('account_approval_index')
      .on(table.approvalSince, table.id)
      .where(sql`${table.approval} = 'pending' and ${table.approvalSince} is not null`),
    index('account_refused_index').on(table.approvalDecidedAt).where(sql`${table.approval} = 'refused'`),
  ],
);

/** Who may not register: mail domains and networks. One row, absent until something is blocked. */
export const registrationDoors = pgTable(
  'registration_doors',
  {
    id: integer('id').primaryKey(),
    mailDomains: text('mail_domains').array().notNull(),
    networks: text('networks').array().notNull(),
    version: integer('version').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [check('registration_doors_single_check', sql`${table.id} = 1`)],
);

/** A column that references an account and is deleted with it. */
export const person = (name: string) => deletedWith(name, () => account.id).notNull();

export const session = pgTable(
  'session',
  {
    id: uuid('id').primaryKey(),
    token: text('token').notNull(),
    accountId: person('account_id'),
    expiresAt: at('expires_at').notNull(),
    /** When the person last confirmed their identity after signing in; null: never. */
    confirmedAt: at('confirmed_at'),
    /** When this session was proved by two factors; null: by one. */
    secondFactorAt: at('second_factor_at'),
    /** Whether only the cookie that is bound to its host (`__Host-`) carries it. */
    hostOnly: boolean('host_only').notNull().default(false),
    /** Whether a provider gave the account its role, so that the session ends after twelve hours. */
    mappedRole: boolean('mapped_role').notNull().default(false),
    /** Always null: IP addresses and user agents are not stored. */
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('session_token_unique').on(table.token),
    index('session_account_index').on(table.accountId),
    index('session_expires_index').on(table.expiresAt),
  ],
);

/**
 * The token that a session had before the person confirmed who they are, for the requests that were under way. It ends within
 * seconds and proves nothing.
 */
export const earlierToken = pgTable(
  'earlier_token',
  {
    token: text('token').primaryKey(),
    sessionId: deletedWith('session_id', () => session.id).notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    index('earlier_token_session_index').on(table.sessionId),
    index('earlier_token_expires_index').on(table.expiresAt),
  ],
);

/** A mailed code that confirms a session of an account without a password. Only the newest code is valid. */
export const confirmationCode = pgTable('confirmation_code', {
  sessionId: deletedWith('session_id', () => session.id).primaryKey(),
  /** Keyed hash of session and code. */
  codeHash: text('code_hash').notNull(),
  failedTries: counter('failed_tries'),
  expiresAt: at('expires_at').notNull(),
});

/** The authenticator app and the backup codes of an account, in the shape of Better Auth's two-factor plugin. */
export const twoFactor = pgTable(
  'two_factor',
  {
    id: uuid('id').primaryKey(),
    accountId: person('account_id'),
    /** Encrypted with the auth secret. */
    secret: text('secret').notNull(),
    /** JSON array of the unused codes, each hashed (common/backup-codes.ts), encrypted with the auth secret. */
    backupCodes: text('backup_codes').notNull(),
    /** False until the first code of the app was entered. */
    verified: boolean('verified').notNull().default(false),
    /** Wrong codes since the last right one, and until when further ones are refused. */
    failedVerificationCount: counter('failed_verification_count'),
    lockedUntil: at('locked_until'),
    /** Time step (RFC 6238) of the last accepted code. Codes of this and earlier steps are refused as replayed. */
    lastStep: bigint('last_step', { mode: 'number' }),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('two_factor_account_unique').on(table.accountId)],
);

/** A registered passkey, in the shape of Better Auth's passkey plugin. */
export const passkey = pgTable(
  'passkey',
  {
    id: uuid('id').primaryKey(),
    accountId: person('account_id'),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    /** Host that the passkey was made for. It works under no other. */
    rpId: text('rp_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('passkey_credential_unique').on(table.credentialID),
    index('passkey_account_index').on(table.accountId),
  ],
);

/** A sign-in method: the password (`credential`) or a social provider. */
export const loginMethod = pgTable(
  'login_method',
  {
    id: uuid('id').primaryKey(),
    /**
     * Not named `accountId`, because Better Auth uses that name for `providerAccountId`; sharing it would break its
     * queries.
     */
    ownerId: person('account_id'),
    providerId: text('provider_id').notNull(),
    providerAccountId: text('provider_account_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: at('access_token_expires_at'),
    refreshTokenExpiresAt: at('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    /** The role that the provider's groups gave at the last sign-in; null: none. */
    mappedRole: text('mapped_role', { enum: ['moderator', 'administrator'] }),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('login_method_provider_unique').on(table.providerId, table.providerAccountId),
    index('login_method_account_index').on(table.ownerId),
  ],
);

export const verification = pgTable(
  'verification',
  {
    id: uuid('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: at('expires_at').notNull(),
    ...timestamps(),
  },
  (table) => [
    index('verification_identifier_index').on(table.identifier),
    // A state of a sign-in with another service can be longer than an entry of a B-tree.
    index('verification_value_index').using('hash', table.value),
    index('verification_expires_index').on(table.expiresAt),
  ],
);

/**
 * A mailed link that proves an email address, until it is used or expires. Deleted when the account's sessions are
 * ended.
 */
export const addressLink = pgTable(
  'address_link',
  {
    /** SHA-256 (hex) of the token. The token itself is only in the mail. */
    tokenHash: text('token_hash').primaryKey(),
    accountId: person('account_id'),
    step: text('step', { enum: ['verify', 'confirm-change', 'verify-change'] }).notNull(),
    /** The address to verify, or the new address of the account. */
    address: text('address').notNull(),
    /** Where the page redirects afterwards; null: the start page. */
    leadsTo: text('leads_to'),
    expiresAt: at('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('address_link_account_index').on(table.accountId),
    index('address_link_expires_index').on(table.expiresAt),
  ],
);

/** The public side of an account. Every account has exactly one row. */
export const profile = pgTable(
  'profile',
  {
    accountId: person('account_id').primaryKey(),
    /** Public numeric UID; never reused. */
    uid: bigint('uid', { mode: 'number' }).generatedAlwaysAsIdentity({ startWith: 10001 }).notNull(),
    handle: text('handle'),
    bio: text('bio'),
    role: text('role', { enum: ['member', 'moderator', 'administrator'] })
      .notNull()
      .default('member'),
    status: text('status', { enum: ['active', 'suspended', 'deleted'] })
      .notNull()
      .default('active'),
    /** The approved public name. */
    displayName: text('display_name').notNull(),
    /** A name that awaits a verdict or was rejected. */
    candidateDisplayName: text('candidate_display_name'),
    displayNameStatus: text('display_name_status', { enum: ['allow', 'pending', 'review', 'rejected'] })
      .notNull()
      .default('allow'),
    displayNameRevision: integer('display_name_revision').notNull().default(1),
    version: version(),
    joinedAt: at('joined_at').notNull().defaultNow(),
    updatedAt: updatedAt(),
    deletedAt: at('deleted_at'),
  },
  (table) => [
    uniqueIndex('profile_uid_unique').on(table.uid),
    uniqueIndex('profile_handle_unique').on(table.handle),
    // Prefixes of handles, independent of the server's locale.
    index('profile_handle_prefix_index').on(sql`(${table.handle} collate "C")`),
    // Parts of names; the function is in the migrations.
    index('profile_name_index').using('gin', sql`name_grams(${table.handle}, ${table.displayName})`),
    index('profile_joined_index').on(table.joinedAt),
    index('profile_role_index').on(table.role).where(sql`${table.role} <> 'member'`),
    index('profile_deleted_index').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    check('profile_version_positive', sql`${table.version} >= 1`),
  ],
);

export const preference = pgTable('preference', {
  accountId: person('account_id').primaryKey(),
  locale: text('locale'),
  releaseServer: text('release_server'),
  /** Checked before it is written, and given back as it came: a schema would drop keys such as `__proto__`. */
  settings: jsonb('settings').$type<{ readonly [key: string]: Json }>(),
  version: version(),
  updatedAt: updatedAt(),
});

/** The current avatar of an account, and one that awaits a verdict. The bytes are objects. */
export const avatar = pgTable(
  'avatar',
  {
    id: uuid('id').primaryKey(),
    accountId: person('account_id'),
    /** Random; part of the public URL. */
    publicId: text('public_id').notNull(),
    status: text('status', { enum: ['pending', 'ready', 'review', 'rejected', 'deleted'] }).notNull(),
    failureCode: text('failure_code'),
    mediaType: text('media_type').notNull(),
    /** Object key of the upload, until a verdict is reached. */
    originalKey: text('original_key'),
    /** Object key and digest of the re-encoded picture. */
    imageKey: text('image_key'),
    imageSha256: text('image_sha256'),
    imageBytes: integer('image_bytes'),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex('avatar_public_unique').on(table.publicId),
    uniqueIndex('avatar_ready_unique').on(table.accountId).where(sql`${table.status} = 'ready'`),
    uniqueIndex('avatar_waiting_unique').on(table.accountId).where(sql`${table.status} in ('pending', 'review')`),
  ],
);

export const gameAccount = pgTable(
  'game_account',
  {
    id: uuid('id').primaryKey(),
    accountId: person('account_id'),
    provider: text('provider').notNull(),
    region: text('region').notNull(),
    playerUid: text('player_uid').notNull(),
    displayName: text('display_name'),
    public: boolean('public').notNull().default(false),
    ...timestamps(),
  },
  (table) => [uniqueIndex('game_account_unique').on(table.accountId, table.provider, table.region, table.playerUid)],
);

export const apiToken = pgTable(
  'api_token',
  {
    id: uuid('id').primaryKey(),
    accountId: person('account_id'),
    name: text('name').notNull(),
    /** SHA-256 (hex) of the secret, which is shown once and never stored. */
    secretHash: text('secret_hash').notNull(),
    scopes: text('scopes').array().notNull(),
    /** Release servers that the scope `publish` names; empty without it. */
    servers: text('servers').array().notNull().default(sql`'{}'`),
    /** Whether the session that made it was proved by two factors. */
    secondFactor: boolean('second_factor').notNull().default(false),
    createdAt: createdAt(),
    lastUsedAt: at('last_used_at'),
    expiresAt: at('expires_at'),
  },
  (table) => [
    uniqueIndex('api_token_secret_unique').on(table.secretHash),
    index('api_token_account_index').on(table.accountId),
  ],
);

/** Number of mails per purpose and recipient (keyed hash of the address) in the current window. */
export const mailGuard = pgTable(
  'mail_guard',
  {
    recipientHash: text('recipient_hash').notNull(),
    purpose: text('purpose').notNull(),
    windowStartedAt: at('window_started_at').notNull(),
    sentCount: integer('sent_count').notNull(),
    lastSentAt: at('last_sent_at').notNull(),
  },
  (table) => [primaryKey({ name: 'mail_guard_key', columns: [table.recipientHash, table.purpose] })],
);

/** Failed sign-ins of an hour, by keyed hashes of the address of the account and of the network. Kept for 30 days. */
export const failedSignIn = pgTable(
  'failed_sign_in',
  {
    hour: at('hour').notNull(),
    way: text('way', { enum: ['password', 'second-factor', 'passkey'] }).notNull(),
    /** Empty where the request names no account. */
    accountHash: text('account_hash').notNull(),
    networkHash: text('network_hash').notNull(),
    failures: integer('failures').notNull().default(1),
    lastAt: at('last_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'failed_sign_in_key', columns: [table.hour, table.way, table.accountHash, table.networkHash] }),
    index('failed_sign_in_account_index').on(table.accountHash, table.lastAt),
    index('failed_sign_in_last_index').on(table.lastAt),
  ],
);

/** Captcha solutions that were used, kept until they expire. */
export const captchaUse = pgTable(
  'captcha_use',
  { digest: text('digest').primaryKey(), expiresAt: at('expires_at').notNull() },
  (table) => [index('captcha_use_expires_index').on(table.expiresAt)],
);
