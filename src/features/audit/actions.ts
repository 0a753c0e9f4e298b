// Every action of the audit trail, with the kinds of subjects that it concerns and the fields that its states before and after
// may have. A state must not contain secrets, addresses or texts of people, since events are never removed: what people write is
// a note, which an erasure clears (values.ts). An action that is
// not listed does not compile; each one and each field needs words in web/messages/staff.

interface Action {
  readonly subjects: readonly string[];
  /** Null: the names of the settings of the instance. */
  readonly fields: readonly string[] | null;
}

const account = ['account'] as const;
const user = ['user'] as const;
const server = ['server'] as const;
const webhook = {
  subjects: ['webhook'],
  fields: ['host', 'format', 'events', 'description', 'enabled', 'tokenId'],
} as const;
const invite = { subjects: ['invite'], fields: ['maxUses', 'uses', 'note', 'expiresAt'] } as const;
const job = { subjects: ['job'], fields: ['kind', 'state', 'attempts'] } as const;
const post = { subjects: ['post'], fields: ['hidden', 'locked', 'case', 'eraseAt'] } as const;
const comment = { subjects: ['comment'], fields: ['hidden', 'case', 'eraseAt'] } as const;
const list = { subjects: ['list'], fields: ['hidden', 'case', 'eraseAt'] } as const;
const attachment = { subjects: ['attachment'], fields: ['status', 'case', 'eraseAt'] } as const;
const restriction = { subjects: user, fields: ['id', 'kind', 'expiresAt'] } as const;
const release = { subjects: server, fields: ['releaseId', 'tokenId'] } as const;
const content = ['post', 'comment', 'list', 'attachment', 'profile-name', 'profile-links', 'avatar'] as const;

/** Actions with the subject `account` are about access. Only administrators read them, since they show when people are active. */
export const AUDIT_ACTIONS = {
  'account.create': { subjects: account, fields: ['role'] },
  'account.sign-in': { subjects: account, fields: ['by'] },
  'account.password': { subjects: account, fields: ['by', 'keepApiTokens'] },
  'account.address': { subjects: account, fields: [] },
  'account.login-method-link': { subjects: account, fields: ['providerId'] },
  'account.login-method-unlink': { subjects: account, fields: ['providerId'] },
  'account.second-factor-on': { subjects: account, fields: [] },
  'account.second-factor-off': { subjects: account, fields: [] },
  'account.backup-codes-renew': { subjects: account, fields: [] },
  'account.passkey-add': { subjects: account, fields: [] },
  'account.passkey-remove': { subjects: account, fields: ['id'] },
  'account.token-create': { subjects: account, fields: ['id', 'scopes', 'servers'] },
  'account.token-revoke': { subjects: account, fields: ['id'] },
  'account.role': { subjects: user, fields: ['role', 'by'] },
  'account.suspend': { subjects: user, fields: ['status', 'restriction'] },
  'account.reinstate': { subjects: user, fields: ['status'] },
  'account.sessions-end': { subjects: user, fields: ['sessions', 'apiTokens'] },
  'account.password-link': { subjects: user, fields: [] },
  'account.factor-reset': { subjects: user, fields: ['totp', 'passkeys'] },
  'account.delete': { subjects: user, fields: [] },
  'account.erase': { subjects: user, fields: [] },
  'account.approve': { subjects: user, fields: [] },
  'account.refuse': { subjects: user, fields: [] },
  'restriction.issue': restriction,
  'restriction.lift': restriction,
  'case.decide': { subjects: content, fields: ['case', 'revision', 'status', 'verdict'] },
  'case.reopen': { subjects: content, fields: ['case', 'revision', 'status', 'verdict'] },
  'case.note': { subjects: content, fields: ['case', 'note'] },
  'removal.begin': { subjects: user, fields: ['removal', 'scope', 'total', 'restriction'] },
  'removal.undo': { subjects: user, fields: ['removal'] },
  'user.note': { subjects: user, fields: ['note'] },
  'appeal.decide': { subjects: [...content, 'restriction'], fields: ['appeal', 'status'] },
  'report.close': { subjects: ['report'], fields: ['status', 'targetKind', 'targetId'] },
  'post.hide': post,
  'post.unhide': post,
  'post.lock': post,
  'post.unlock': post,
  'comment.hide': comment,
  'comment.unhide': comment,
  'list.hide': list,
  'list.unhide': list,
  'post.delete': post,
  'post.restore': post,
  'post.erase': { subjects: ['post'], fields: [] },
  'comment.delete': comment,
  'comment.restore': comment,
  'comment.erase': { subjects: ['comment'], fields: [] },
  'list.delete': list,
  'list.restore': list,
  'list.erase': { subjects: ['list'], fields: [] },
  'attachment.delete': attachment,
  'attachment.restore': attachment,
  'attachment.erase': { subjects: ['attachment'], fields: [] },
  'audit.clear': { subjects: [...content, 'user'], fields: ['values'] },
  'profile-links.hide': { subjects: ['profile-links'], fields: ['hidden', 'case'] },
  'release.publish': { subjects: server, fields: ['releaseId', 'promoted', 'tokenId'] },
  'release.promote': release,
  'release.rollback': release,
  'release.retire': release,
  'release.delete': release,
  'release.unchanged': { subjects: server, fields: ['releaseId', 'wanted', 'tokenId'] },
  'job.retry': job,
  'job.delete': job,
  'instance.settings': { subjects: ['instance'], fields: null },
  'instance.setup': { subjects: user, fields: ['role'] },
  'instance.checklist': { subjects: ['instance'], fields: ['isDismissed'] },
  'instance.maintenance': { subjects: ['instance'], fields: ['active'] },
  'instance.rules': { subjects: ['instance'], fields: ['version'] },
  'instance.rules-reset': { subjects: ['instance'], fields: ['version'] },
  'instance.doors': { subjects: ['instance'], fields: ['version', 'mailDomains', 'networks'] },
  'instance.invite': invite,
  'instance.invite-end': invite,
  'backup.start': { subjects: ['instance'], fields: [] },
  'backup.download': { subjects: ['instance'], fields: ['backup'] },
  'webhook.create': webhook,
  'webhook.change': webhook,
  'webhook.secret': webhook,
  'webhook.test': webhook,
  'webhook.redeliver': webhook,
  'webhook.delete': webhook,
  'webhook.disable': { subjects: ['webhook'], fields: ['enabled', 'reason'] },
} as const satisfies Readonly<Record<string, Action>>;

type Actions = typeof AUDIT_ACTIONS;
export type AuditAction = keyof Actions;
export type AuditSubject<A extends AuditAction = AuditAction> = Actions[A]['subjects'][number];
/** Names of the fields of an action. */
export type AuditField<A extends AuditAction = AuditAction> = A extends AuditAction
  ? Actions[A]['fields'] extends readonly (infer F extends string)[]
    ? F
    : never
  : never;
/** A state before or after an action. */
export type AuditState<A extends AuditAction> = A extends 'instance.settings'
  ? Readonly<Record<string, unknown>>
  : { readonly [Field in AuditField<A>]?: unknown };

/** The actions that concern a kind of subject. */
export type ActionOn<S extends AuditSubject> = {
  [A in AuditAction]: S extends AuditSubject<A> ? A : never;
}[AuditAction];
