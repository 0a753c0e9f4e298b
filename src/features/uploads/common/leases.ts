// The leases under which this process works on rows of attachments, and which leases nobody works under any more: those of
// dead processes, and those of our own whose work has ended without being able to say so (the database was away). Such a
// row need not wait until its time is over.
import { processMark, readProcessState } from '../../../platform/files/process-identity.ts';

const working = new Set<string>();

export interface Lease extends Disposable {
  readonly token: string;
}

/** A lease for one piece of work, to be written into the row; given up when it is disposed. */
export function openLease(): Lease {
  const token = crypto.randomUUID();
  working.add(token);
  return { token, [Symbol.dispose]: () => void working.delete(token) };
}

/** Whether nobody works under the lease of a row. False for a row without one. */
export function isAbandoned(row: { readonly leaseToken: string | null; readonly leaseHolder: string | null }): boolean {
  const { leaseToken, leaseHolder } = row;
  if (leaseToken === null || leaseHolder === null) return false;
  return leaseHolder === processMark() ? !working.has(leaseToken) : readProcessState(leaseHolder) === 'dead';
}
