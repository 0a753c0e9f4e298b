// Every command: its words, arguments and options, and the module that is imported when it is called. docs/commands.md is
// generated from this list (tools/generate-commands.ts).
import type { Command } from '../command.ts';

export interface CommandEntry {
  /** The words that select the command. */
  readonly words: readonly string[];
  /** Names of its arguments; `[…]` is optional. */
  readonly parameters?: readonly string[];
  readonly flags?: readonly string[];
  /** Options with a value: name → placeholder. */
  readonly options?: Readonly<Record<string, string>>;
  readonly summary: string;
  /** It writes to the data directory, which only the owner of the data may do. */
  readonly writes?: true;
  readonly load: () => Promise<Command>;
}

/** Acts on another instance. */
const TO = { to: 'ADDRESS' } as const;

export const COMMANDS: readonly CommandEntry[] = [
  {
    words: ['serve'],
    flags: ['no-worker'],
    options: { workers: 'N' },
    summary: 'run the service, with --workers in several processes',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  {
    words: ['work'],
    flags: ['init'],
    summary: 'run background jobs without serving requests',
    load: async () => (await import('./work.ts')).workCommand,
  },
  {
    words: ['init'],
    parameters: ['DIR'],
    flags: ['update', 'print'],
    summary: 'write a descriptor for a folder of tables and media, add what is new to it, or print a draft',
    load: async () => (await import('./init.ts')).initCommand,
  },
  {
    words: ['publish'],
    parameters: ['DIR'],
    flags: ['no-promote', 'dry-run', 'strict', 'allow-loss'],
    options: { to: 'ADDRESS' },
    summary: 'turn a snapshot directory into a release, here or with --to on another instance',
    writes: true,
    load: async () => (await import('./publish.ts')).publishCommand,
  },
  {
    words: ['pull'],
    parameters: ['URL', 'SERVER', 'DIR'],
    flags: ['files', 'allow-private'],
    options: { release: 'R' },
    summary: 'copy a release of another instance into a folder, with --files also its media; publish takes the folder',
    load: async () => (await import('./pull/pull.ts')).pullCommand,
  },
  {
    words: ['releases', 'list'],
    parameters: ['[SERVER]'],
    summary: 'list servers and their releases',
    load: async () => (await import('./releases/releases.ts')).listCommand,
  },
  {
    words: ['releases', 'show'],
    parameters: ['SERVER', '[RELEASE]'],
    summary: 'show one release in detail',
    load: async () => (await import('./releases/releases.ts')).showCommand,
  },
  {
    words: ['releases', 'promote'],
    parameters: ['SERVER', 'RELEASE'],
    options: TO,
    summary: 'make a stored release current',
    writes: true,
    load: async () => (await import('./releases/releases.ts')).promoteCommand,
  },
  {
    words: ['releases', 'rollback'],
    parameters: ['SERVER'],
    options: TO,
    summary: 'make the previous release current',
    writes: true,
    load: async () => (await import('./releases/releases.ts')).rollbackCommand,
  },
  {
    words: ['releases', 'verify'],
    parameters: ['SERVER', '[RELEASE]'],
    summary: 'read every byte of a release and check every digest',
    load: async () => (await import('./releases/upkeep.ts')).verifyCommand,
  },
  {
    words: ['releases', 'diff'],
    parameters: ['SERVER', 'A', 'B'],
    summary: 'compare two releases',
    load: async () => (await import('./releases/compare.ts')).diffCommand,
  },
  {
    words: ['releases', 'gc'],
    parameters: ['[SERVER]'],
    flags: ['dry-run', 'retired'],
    options: { keep: 'N' },
    summary: 'remove objects that no kept release needs, with --retired also retired servers',
    writes: true,
    load: async () => (await import('./releases/upkeep.ts')).collectCommand,
  },
  {
    words: ['releases', 'retire'],
    parameters: ['SERVER'],
    options: TO,
    summary: 'remove a server from the registry',
    writes: true,
    load: async () => (await import('./releases/releases.ts')).retireCommand,
  },
  {
    words: ['releases', 'delete'],
    parameters: ['SERVER', 'RELEASE'],
    options: TO,
    summary: 'delete a release that is not the current one',
    writes: true,
    load: async () => (await import('./releases/upkeep.ts')).deleteCommand,
  },
  {
    words: ['provider', 'sync'],
    parameters: ['REGION'],
    options: { what: 'LIST' },
    summary: 'fetch a region of the provider into the cache',
    writes: true,
    load: async () => (await import('./provider.ts')).syncCommand,
  },
  {
    words: ['migrate'],
    flags: ['init'],
    summary: 'apply pending database migrations',
    writes: true,
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  {
    words: ['upgrade'],
    options: { programs: 'DIR' },
    summary: 'move the embedded database to the PostgreSQL that this version brings',
    writes: true,
    load: async () => (await import('./upgrade.ts')).upgradeCommand,
  },
  {
    words: ['export'],
    parameters: ['DIR'],
    summary: 'export rows, objects and releases to a folder',
    writes: true,
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    words: ['backup', 'now'],
    flags: ['begin'],
    summary: 'make a backup in BACKUP_TO and read it back; with --begin also where earlier backups are gone',
    writes: true,
    load: async () => (await import('./backups.ts')).backupNowCommand,
  },
  {
    words: ['backup', 'list'],
    summary: 'list the backups in BACKUP_TO',
    load: async () => (await import('./backups.ts')).backupListCommand,
  },
  {
    words: ['import'],
    parameters: ['PLACE'],
    summary: 'import an export or a backup (a folder, or s3://…/TIME/) into an empty instance',
    writes: true,
    load: async () => (await import('./import.ts')).importCommand,
  },
  {
    words: ['maintenance', 'on'],
    options: { message: 'TEXT' },
    summary: 'refuse writes until it is switched off; reading goes on',
    writes: true,
    load: async () => (await import('./maintenance.ts')).onCommand,
  },
  {
    words: ['maintenance', 'off'],
    summary: 'accept writes again',
    writes: true,
    load: async () => (await import('./maintenance.ts')).offCommand,
  },
  {
    words: ['jobs', 'run'],
    parameters: ['[KIND]'],
    summary: 'run a recurring job now and wait for its end; without KIND, list them',
    writes: true,
    load: async () => (await import('./jobs.ts')).runJobCommand,
  },
  {
    words: ['setup-link'],
    summary: 'print the link that makes the first administrator',
    writes: true,
    load: async () => (await import('./setup-link.ts')).setupLinkCommand,
  },
  {
    words: ['accounts', 'create'],
    parameters: ['EMAIL'],
    flags: ['password-stdin', 'unverified', 'init'],
    options: { role: 'ROLE' },
    summary: 'create an account; without a password, print a link to set one',
    writes: true,
    load: async () => (await import('./accounts/accounts.ts')).createCommand,
  },
  {
    words: ['accounts', 'list'],
    summary: 'list all accounts',
    writes: true,
    load: async () => (await import('./accounts/accounts.ts')).listCommand,
  },
  {
    words: ['accounts', 'show'],
    parameters: ['EMAIL'],
    summary: 'show one account and how it signs in',
    writes: true,
    load: async () => (await import('./accounts/access.ts')).showCommand,
  },
  {
    words: ['accounts', 'grant'],
    parameters: ['EMAIL', 'ROLE'],
    summary: 'give a role: member, moderator or administrator',
    writes: true,
    load: async () => (await import('./accounts/accounts.ts')).grantCommand,
  },
  {
    words: ['accounts', 'revoke'],
    parameters: ['EMAIL'],
    summary: 'set the role back to member and end all sessions',
    writes: true,
    load: async () => (await import('./accounts/accounts.ts')).revokeCommand,
  },
  {
    words: ['accounts', 'restrict'],
    parameters: ['EMAIL', 'KIND'],
    options: { until: 'ISO', reason: 'CODE', message: 'TEXT' },
    summary: 'restrict an account (sign_in, write or upload) and mail its owner',
    writes: true,
    load: async () => (await import('./accounts/accounts.ts')).restrictCommand,
  },
  {
    words: ['accounts', 'lift'],
    parameters: ['EMAIL', 'KIND'],
    summary: 'lift a restriction',
    writes: true,
    load: async () => (await import('./accounts/accounts.ts')).liftCommand,
  },
  {
    words: ['accounts', 'suspend'],
    parameters: ['EMAIL'],
    options: { reason: 'CODE', message: 'TEXT' },
    summary: 'suspend an account until it is reinstated, and mail its owner',
    writes: true,
    load: async () => (await import('./accounts/accounts.ts')).suspendCommand,
  },
  {
    words: ['accounts', 'reinstate'],
    parameters: ['EMAIL'],
    summary: 'reinstate a suspended account',
    writes: true,
    load: async () => (await import('./accounts/accounts.ts')).reinstateCommand,
  },
  {
    words: ['accounts', 'reset-factor'],
    parameters: ['EMAIL'],
    summary: 'remove the second factor and all passkeys of an account, end its sessions and tokens, and mail its owner',
    writes: true,
    load: async () => (await import('./accounts/accounts.ts')).resetFactorCommand,
  },
  {
    words: ['accounts', 'password-link'],
    parameters: ['EMAIL'],
    summary: 'print a link that sets the password of an account and signs in, once and for one hour',
    writes: true,
    load: async () => (await import('./accounts/access.ts')).passwordLinkCommand,
  },
  {
    words: ['accounts', 'set-address'],
    parameters: ['EMAIL', 'ADDRESS'],
    summary: 'give an account another address, end its sessions and tokens, and mail the old address',
    writes: true,
    load: async () => (await import('./accounts/access.ts')).setAddressCommand,
  },
  {
    words: ['accounts', 'end-sessions'],
    parameters: ['EMAIL'],
    summary: 'end all sessions, API tokens and mailed links of an account, and mail its owner',
    writes: true,
    load: async () => (await import('./accounts/access.ts')).endSessionsCommand,
  },
  {
    words: ['accounts', 'delete'],
    parameters: ['EMAIL'],
    flags: ['yes'],
    summary: 'delete an account for good; only with --yes',
    writes: true,
    load: async () => (await import('./accounts/access.ts')).deleteCommand,
  },
  {
    words: ['doctor'],
    summary: 'check the configuration and every engine',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  {
    words: ['openapi'],
    summary: 'print the OpenAPI document',
    load: async () => (await import('./describe.ts')).openApiCommand,
  },
  {
    words: ['types'],
    parameters: ['URL', 'SERVER'],
    options: { release: 'R' },
    summary: 'print TypeScript declarations of the catalog of an instance, for programs',
    load: async () => (await import('./types.ts')).typesCommand,
  },
  {
    words: ['routes'],
    summary: 'print every route with the lines of its contract and handler',
    load: async () => (await import('./describe.ts')).routesCommand,
  },
];

/** The usage of a command, without `livehouse`. */
export function usageOf(entry: CommandEntry): string {
  const options = Object.entries(entry.options ?? {}).map(([name, value]) => `[--${name} ${value}]`);
  const flags = (entry.flags ?? []).map((name) => `[--${name}]`);
  return [...entry.words, ...(entry.parameters ?? []), ...options, ...flags].join(' ');
}
