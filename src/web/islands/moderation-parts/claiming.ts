// Claims the current case, so that other members of staff see who is looking at it, until the moderator goes on or leaves
// the page.
import { call, callOnLeaving } from '../../client/call.ts';
import type { Entry } from './shapes.ts';

/** A claim ends after a quarter of an hour; who is still there claims again. */
const CLAIM_MS = 300_000;

export interface ClaimingParts {
  readonly mayClaim: (entry: Entry) => boolean;
  readonly onClaims: (id: string, claims: Entry['claims']) => void;
}

export class Claiming {
  readonly #parts: ClaimingParts;
  #claimedAt = 0;

  constructor(parts: ClaimingParts) {
    this.#parts = parts;
  }

  /** Claims a case, or gives it back. */
  claim(entry: Entry, active: boolean): void {
    if (!this.#parts.mayClaim(entry)) return;
    const { id } = entry;
    if (active) this.#claimedAt = performance.now();
    void call('POST /api/v1/moderation/cases/{id}/claim', { params: { id }, body: { active } }).then((outcome) => {
      if (outcome.ok) this.#parts.onClaims(id, outcome.body.claims);
    });
  }

  /** Claims again what one is still at. */
  renew(entry: Entry): void {
    if (performance.now() - this.#claimedAt > CLAIM_MS) this.claim(entry, true);
  }

  /** Gives it back as the page is left. */
  leave(entry: Entry): void {
    if (!this.#parts.mayClaim(entry)) return;
    callOnLeaving(`/api/v1/moderation/cases/${entry.id}/claim`, { active: false });
  }
}
