// The database's clock as this process knows it, for what is compared with times that the database wrote. Kept on the
// monotonic clock, so that a step of this machine's clock changes nothing. One service has one database, hence one clock.

/** Database's milliseconds since the epoch minus the monotonic clock; undefined before it was heard. */
let offsetMs: number | undefined;

/** Told at every beat: what the database said, in milliseconds since the epoch. */
export function noteDatabaseTime(milliseconds: number): void {
  offsetMs = milliseconds - performance.now();
}

/** Now by the database's clock, in milliseconds since the epoch; by ours until the database was heard. */
export const databaseNow = (): number => (offsetMs === undefined ? Date.now() : performance.now() + offsetMs);
