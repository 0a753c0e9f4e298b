// Handlers of what is left to do after the first run.
import type { Actor } from '../../../http/gates/guard.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readFactors } from '../../accounts/factors/state.ts';
import { recordAudit } from '../../audit/record.ts';
import { readMarks, removeMark, writeMark } from '../common/checklist-marks.ts';
import type { checklistContract } from './contract.ts';

export interface ChecklistDependencies {
  readonly database: Database;
  /** Whether mail leaves this machine. */
  readonly hasMailServer: boolean;
  /** Whether the public address is configured. */
  readonly hasAddress: boolean;
}

/** An older export is no backup. */
const EXPORT_MS = 30 * 86_400_000;

export function checklistHandlers(dependencies: ChecklistDependencies): Handlers<typeof checklistContract> {
  const { database, hasMailServer, hasAddress } = dependencies;

  async function answerChecklist({ accountId }: Actor) {
    const [marks, { totp, passkeys }] = await Promise.all([
      readMarks(database.db),
      readFactors(database.db, accountId),
    ]);
    const timeOf = (name: Parameters<typeof marks.get>[0]): number | null => marks.get(name)?.getTime() ?? null;
    const [mailedAt, exportedAt] = [timeOf('mail-tested'), timeOf('exported')];
    return {
      status: 200 as const,
      body: {
        isDismissed: marks.has('checklist-dismissed'),
        items: [
          { name: 'mail' as const, isDone: hasMailServer && mailedAt !== null, at: mailedAt },
          { name: 'address' as const, isDone: hasAddress, at: null },
          {
            name: 'backup' as const,
            isDone: exportedAt !== null && Date.now() - exportedAt < EXPORT_MS,
            at: exportedAt,
          },
          { name: 'second-factor' as const, isDone: totp || passkeys > 0, at: null },
        ],
      },
    };
  }

  return {
    adminChecklistRead: ({ actor }) => answerChecklist(actor),
    adminChecklistWrite: async ({ actor, body }) => {
      const { isDismissed } = body;
      await database.transaction(async (tx) => {
        const wasDismissed = (await readMarks(tx)).has('checklist-dismissed');
        if (wasDismissed === isDismissed) return;
        await (isDismissed ? writeMark(tx, 'checklist-dismissed') : removeMark(tx, 'checklist-dismissed'));
        await recordAudit(tx, {
          actorAccountId: actor.accountId,
          action: 'instance.checklist',
          subjectKind: 'instance',
          subjectId: 'checklist',
          before: { isDismissed: wasDismissed },
          after: { isDismissed },
        });
      });
      return answerChecklist(actor);
    },
  };
}
