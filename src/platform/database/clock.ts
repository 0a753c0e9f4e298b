// The database's clock as this process knows it, for comparisons with times that the database wrote. The offset is kept
// against the monotonic clock, so a step of this machine's clock has no effect. A process has one database, hence one
// clock.

/** The database's milliseconds since the epoch minus the monotonic clock; undefined before the first heartbeat. */
let offsetMs: number | undefined;

/** Called at every heartbeat with the database's time, in milliseconds since the epoch. */
export function noteDatabaseTime(milliseconds: number): void {
  offsetMs = milliseconds - performance.now();
}

/**
 * The current time by the database's clock, in milliseconds since the epoch. Before the first heartbeat, this machine's
 * clock.
 */
export const databaseNow = (): number => (offsetMs === undefined ? Date.now() : performance.now() + offsetMs);
