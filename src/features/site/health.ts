// Liveness and readiness. The answers contain no host names or error messages (decisions, "Operation").

export type Phase = 'starting' | 'serving' | 'draining';

export interface Readiness {
  readonly phase: Phase;
  /** Engine name → whether it answers. `objects` decides readiness, the others only degrade. */
  readonly checks: Readonly<Record<string, boolean>>;
}

export interface ReadinessView {
  readonly httpStatus: 200 | 503;
  readonly body: { readonly status: string; readonly checks: Readonly<Record<string, 'ok' | 'unavailable'>> };
}

/** The answer of `/readyz` in this state. */
export function presentReadiness({ phase, checks }: Readiness): ReadinessView {
  const words = Object.fromEntries(
    Object.entries(checks).map(([name, ok]) => [name, ok ? ('ok' as const) : ('unavailable' as const)]),
  );
  const refuse = (status: string): ReadinessView => ({ httpStatus: 503, body: { status, checks: words } });
  if (phase !== 'serving') return refuse(phase);
  if (checks.objects === false) return refuse('unavailable');
  const status = Object.values(checks).every(Boolean) ? 'ok' : 'degraded';
  return { httpStatus: 200, body: { status, checks: words } };
}
