// Liveness and readiness. The answers contain no host names or error messages (decisions, "Operation").

export type Phase = 'starting' | 'serving' | 'draining';

export interface Readiness {
  readonly phase: Phase;
  /** Engine name → whether it answers. */
  readonly checks: Readonly<Record<string, boolean>>;
  /** The disk of the data directory has no room for what is written. */
  readonly isDiskFull: boolean;
}

/** Which half of the service is asked for: releases, or also what needs accounts and the database. */
export type Plane = 'release' | 'community';

type CheckWord = 'ok' | 'unavailable' | 'storage_full';

export interface ReadinessView {
  readonly httpStatus: 200 | 503;
  readonly body: { readonly status: string; readonly checks: Readonly<Record<string, CheckWord>> };
}

/**
 * The answer of `/readyz` in this state. `objects` decides whether releases can be served; everything else only degrades
 * that, and decides about the community.
 */
export function presentReadiness({ phase, checks, isDiskFull }: Readiness, plane: Plane = 'release'): ReadinessView {
  const words: Record<string, CheckWord> = { ...(isDiskFull && { disk: 'storage_full' }) };
  for (const [name, ok] of Object.entries(checks)) words[name] = ok ? 'ok' : 'unavailable';
  const refuse = (status: string): ReadinessView => ({ httpStatus: 503, body: { status, checks: words } });
  if (phase !== 'serving') return refuse(phase);
  const isWell = Object.values(checks).every(Boolean);
  if (checks.objects === false || (plane === 'community' && !isWell)) return refuse('unavailable');
  if (plane === 'community' && isDiskFull) return refuse('storage_full');
  return { httpStatus: 200, body: { status: isWell && !isDiskFull ? 'ok' : 'degraded', checks: words } };
}
