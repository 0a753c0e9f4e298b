// Asks the kernel to run the event loop soon after it is woken. It runs for less than a millisecond at a time, and on few cores
// would otherwise wait for the time slice of a process that computes, such as a query of PostgreSQL or a publication.
import { ptr } from 'bun:ffi';
import { openSystemCalls } from '../../platform/system/system-calls.ts';

const SLICE_NANOSECONDS = 100_000n;
/** `SCHED_FLAG_RESET_ON_FORK`: threads and processes that this one starts get the slices of the system. */
const RESET_ON_FORK = 1n;
/** `struct sched_attr` of `linux/sched/types.h`, in its first version. */
const ATTRIBUTES_BYTES = 48;
const OFFSET = { flags: 8, slice: 24 };

/**
 * Requests short time slices for the calling thread: Linux 6.12 or later runs it before a process with longer ones. It gets no more
 * of the processor than before, and needs no privilege. Without effect on other systems.
 */
export function requestShortSlices(): void {
  const attributes = new DataView(new ArrayBuffer(ATTRIBUTES_BYTES));
  attributes.setUint32(0, ATTRIBUTES_BYTES, true);
  attributes.setBigUint64(OFFSET.flags, RESET_ON_FORK, true);
  attributes.setBigUint64(OFFSET.slice, SLICE_NANOSECONDS, true);
  openSystemCalls()?.call('sched_setattr', 0, ptr(attributes));
}
