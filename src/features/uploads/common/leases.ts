// Leases of this process on attachment rows, and detection of abandoned leases: those of dead processes, and those of
// this process whose work ended without releasing them (for example because the database was unavailable). Such a row
// can be taken over before its lease expires.
import { processMark, readProcessState } from '../../../platform/files/process-identity.ts';

const working = new Set<string>();

export interface Lease extends Disposable {
  readonly token: string;
}

/** A lease for one piece of work, to be stored in the row. Ends when disposed. */
export function openLease(): Lease {
  const token = crypto.randomUUID();
  working.add(token);
  return { token, [Symbol.dispose]: () => void working.delete(token) };
}

/** Whether the row has a lease under which nobody is working. */
export function isAbandoned(row: { readonly leaseToken: string | null; readonly leaseHolder: string | null }): boolean {
  const { leaseToken, leaseHolder } = row;
  if (leaseToken === null || leaseHolder === null) return false;
  return leaseHolder === processMark() ? !working.has(leaseToken) : readProcessState(leaseHolder) === 'dead';
}
