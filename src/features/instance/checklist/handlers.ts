import type { Actor } from '../../../http/gates/guard.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { Database } from '../../../platform/database/database.ts';
import { listAdministrators } from '../../accounts/common/administrators.ts';
import { readFactors } from '../../accounts/factors/state.ts';
import { recordAudit } from '../../audit/record.ts';
import { readMarks, removeMark, writeMark } from '../common/checklist-marks.ts';
import type { InstanceStore } from '../common/store.ts';
import type { checklistContract } from './contract.ts';

export interface ChecklistDependencies {
  readonly database: Database;
  /** Whether mail leaves this machine. */
  readonly hasMailServer: boolean;
  /** Whether the public address is configured. */
  readonly hasAddress: boolean;
  /** Whether backups are made by a schedule. */
  readonly hasBackupSchedule: boolean;
  /** When the last verified backup was complete. */
  readonly readLastBackup: () => Promise<Date | undefined>;
  readonly store: InstanceStore;
}

/** An older one is no backup. */
const BACKUP_MS = 30 * 86_400_000;
const ADMINISTRATORS = 2;

export function checklistHandlers(dependencies: ChecklistDependencies): Handlers<typeof checklistContract> {
  const { database, hasMailServer, hasAddress, hasBackupSchedule, readLastBackup, store } = dependencies;

  async function answerChecklist({ accountId }: Actor) {
    const [marks, { totp, passkeys }, backup, administrators, { contact }] = await Promise.all([
      readMarks(database.db),
      readFactors(database.db, accountId),
      readLastBackup(),
      listAdministrators(database.db),
      store.read(),
    ]);
    const timeOf = (name: Parameters<typeof marks.get>[0]): number | null => marks.get(name)?.getTime() ?? null;
    const mailedAt = timeOf('mail-tested');
    const times = [timeOf('exported'), backup?.getTime() ?? null].filter((time) => time !== null);
    const savedAt = times.length === 0 ? null : Math.max(...times);
    return {
      status: 200 as const,
      body: {
        isDismissed: marks.has('checklist-dismissed'),
        items: [
          { name: 'mail' as const, isDone: hasMailServer && mailedAt !== null, at: mailedAt },
          { name: 'address' as const, isDone: hasAddress, at: null },
          { name: 'contact' as const, isDone: contact !== null, at: null },
          { name: 'backup-schedule' as const, isDone: hasBackupSchedule, at: null },
          { name: 'backup' as const, isDone: savedAt !== null && Date.now() - savedAt < BACKUP_MS, at: savedAt },
          { name: 'second-factor' as const, isDone: totp || passkeys > 0, at: null },
          { name: 'second-administrator' as const, isDone: administrators.length >= ADMINISTRATORS, at: null },
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
