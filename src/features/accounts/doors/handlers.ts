import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { recordAudit } from '../../audit/record.ts';
import { readAccountById } from '../common/accounts.ts';
import type { doorsContract } from './contract.ts';
import { domainOf, openDoors } from './patterns.ts';
import { type RegistrationDoors, readPatterns, storePatterns, type VersionedPatterns } from './store.ts';

export interface DoorsHandlerDependencies {
  readonly database: Database;
  readonly doors: RegistrationDoors;
}

export function doorsHandlers({ database, doors }: DoorsHandlerDependencies): Handlers<typeof doorsContract> {
  const answer = async () => {
    const { mailDomains, networks, version } = await readPatterns(database.db);
    return { status: 200 as const, body: { mailDomains: [...mailDomains], networks: [...networks], version } };
  };
  return {
    adminDoorsRead: answer,
    adminDoorsWrite: async ({ context, body, actor }) => {
      const { evenOwn = false, note, ...patterns } = body;
      if (!evenOwn) {
        const owner = await readAccountById(database.db, actor.accountId);
        const planned = openDoors(patterns);
        const isOwn =
          planned.blocksClient(context.clientKey()) ||
          (owner !== undefined && planned.blocksDomain(domainOf(owner.email)));
        if (isOwn) throw new Refusal('own_address_blocked');
      }
      await database.transaction(async (tx) => {
        const before = await readPatterns(tx);
        if (!(await storePatterns(tx, patterns))) throw new Refusal('version_conflict');
        await recordAudit(tx, {
          actorAccountId: actor.accountId,
          action: 'instance.doors',
          subjectKind: 'instance',
          subjectId: 'doors',
          note: note === '' ? undefined : note,
          before: countOf(before),
          after: countOf({ ...patterns, version: patterns.version + 1 }),
        });
      });
      doors.expire();
      return answer();
    },
  };
}

/** The audit trail has the numbers of patterns only, since an address range can identify a person. */
const countOf = ({ mailDomains, networks, version }: VersionedPatterns) => ({
  version,
  mailDomains: mailDomains.length,
  networks: networks.length,
});
