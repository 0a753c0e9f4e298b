// Liveness and readiness. The answers contain no host names or error messages (decisions, "Operation").

import type { z } from 'zod';
import type { AnswerOf } from '../../http/routing/contract.ts';
import type { readinessChecks, siteContract } from './contract.ts';

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

type ReadinessAnswer = AnswerOf<(typeof siteContract)['readinessRead']>;
type Refused = z.output<(typeof siteContract)['readinessRead']['answers'][503]['schema']>['status'];

/**
 * The answer of `/readyz` in this state. `objects` decides whether releases can be served; everything else only degrades
 * that, and decides about the community.
 */
export function presentReadiness({ phase, checks, isDiskFull }: Readiness, plane: Plane = 'release'): ReadinessAnswer {
  const words: z.output<typeof readinessChecks> = { ...(isDiskFull && { disk: 'storage_full' }) };
  for (const [name, ok] of Object.entries(checks)) words[name] = ok ? 'ok' : 'unavailable';
  const refuse = (status: Refused): ReadinessAnswer => ({
    status: 503,
    body: { status, checks: words },
    headers: { 'Retry-After': '5' },
  });
  if (phase !== 'serving') return refuse(phase);
  const isWell = Object.values(checks).every(Boolean);
  if (checks.objects === false || (plane === 'community' && !isWell)) return refuse('unavailable');
  if (plane === 'community' && isDiskFull) return refuse('storage_full');
  return { status: 200, body: { status: isWell && !isDiskFull ? 'ok' : 'degraded', checks: words } };
}
