// `livehouse accounts show | password-link | set-address | end-sessions | delete`: how one account signs in, for the operator.
import { readAccountByEmail } from '../../../features/accounts/common/accounts.ts';
import { passwordLink } from '../../../features/accounts/common/auth-names.ts';
import { eraseAccount } from '../../../features/accounts/leaving/deletion.ts';
import { changeAddress } from '../../../features/accounts/links/address.ts';
import { endAllSessions, issuePasswordLink } from '../../../features/accounts/staff/access.ts';
import { readForAdministration } from '../../../features/accounts/staff/overview.ts';
import { lockAccount } from '../../../features/accounts/staff/roles.ts';
import { required } from '../../../kernel/refusal.ts';
import { type Command, UsageError } from '../../command.ts';
import { formatTable, formatTime } from '../../terminal.ts';
import { auditAccount, changeAccount, OPERATOR, publicUrlOf, READY_MS, requireEmail, withDatabase } from './change.ts';

export const showCommand: Command = (context) => {
  const email = requireEmail(context);
  return withDatabase(context, async ({ db }) => {
    const owner = await readAccountByEmail(db, email);
    const found = required(owner && (await readForAdministration(db, owner.uid)), 'account_not_found');
    const { accountId: _, createdAt, lastSignInAt, suspension, ...facts } = found;
    context.terminal.result({
      ok: true,
      email,
      ...facts,
      createdAt: createdAt.getTime(),
      lastSignInAt: lastSignInAt?.getTime() ?? null,
      suspension: suspension === undefined ? null : { ...suspension, issuedAt: suspension.issuedAt.getTime() },
    });
    const ways = [
      ...(facts.hasPassword ? ['password'] : []),
      ...facts.providers,
      ...(facts.passkeys === 0 ? [] : [`passkeys (${facts.passkeys})`]),
    ];
    const rows = [
      ['account', String(facts.uid)],
      ['address', `${email}${facts.emailVerified ? '' : ' (not verified)'}`],
      ['name', facts.displayName],
      ['handle', facts.handle ?? '-'],
      ['role', facts.role],
      ['status', facts.status],
      ...(suspension === undefined ? [] : [['suspended', formatTime(suspension.issuedAt.getTime())]]),
      ...(suspension === undefined ? [] : [['reason', suspension.reasonCode]]),
      ['restrictions', facts.restrictions.join(', ') || '-'],
      ['signs in with', ways.join(', ') || '-'],
      ['second factor', facts.totp ? 'authenticator app' : '-'],
      ['sessions', String(facts.sessions)],
      ['API tokens', String(facts.apiTokens)],
      ['created', formatTime(createdAt.getTime())],
      ['last sign-in', lastSignInAt === undefined ? '-' : formatTime(lastSignInAt.getTime())],
    ];
    for (const line of formatTable(rows)) context.terminal.say(line);
  });
};

export const passwordLinkCommand: Command = (context) => {
  const email = requireEmail(context);
  const { terminal } = context;
  return withDatabase(context, async (database, config) => {
    await database.ready(READY_MS);
    const { uid, token } = await database.transaction(async (tx) => {
      const { id } = required(await readAccountByEmail(tx, email), 'account_not_found');
      const owner = await lockAccount(tx, id);
      return { uid: owner.uid, token: await issuePasswordLink(tx, OPERATOR, owner) };
    });
    const link = passwordLink(publicUrlOf(config), token);
    terminal.result({ ok: true, email, uid, link });
    terminal.note(`This link sets the password of ${email}. It works once and for one hour; earlier links have ended.`);
    terminal.say(link);
  });
};

export const setAddressCommand: Command = (context) => {
  const address = requireEmail(context, 1, 'ADDRESS');
  return changeAccount(
    context,
    async (tx, { id }) => {
      const found = await lockAccount(tx, id);
      if (found.email === address && found.emailVerified) return found;
      await changeAddress(tx, id, address);
      // Without the addresses, since audit events are never deleted.
      await auditAccount(tx, 'account.address', 'account', found);
      return { ...found, email: address, emailVerified: true };
    },
    (before, after) => (before.email === after.email ? undefined : 'address-changed'),
  );
};

export const endSessionsCommand: Command = (context) =>
  changeAccount(
    context,
    async (tx, { id }) => {
      const found = await lockAccount(tx, id);
      await endAllSessions(tx, OPERATOR, found);
      return found;
    },
    () => 'sessions-ended',
  );

export const deleteCommand: Command = (context) => {
  const email = requireEmail(context);
  if (!context.flag('yes')) {
    throw new UsageError(`Deleting ${email} cannot be undone. Repeat the command with --yes to delete the account.`);
  }
  return changeAccount(context, async (tx, { id }, { enqueue }) => {
    const found = await lockAccount(tx, id);
    await eraseAccount({ enqueue }, tx, id);
    await auditAccount(tx, 'account.delete', 'user', found);
    return { ...found, role: 'member', status: 'deleted' };
  });
};
