// Decides which connection of this host serves which phone. One phone may be reached in two ways (by cable and over the
// network): the first connection serves it. Two phones may report the same identity: then neither is served, because it
// is unknown which of them a customer rents (decision 023).

export interface Claimant {
  /** Another connected phone reports the same identity. */
  duplicateFound(): void;
  duplicateGone(): void;
  /** Another connection serves the phone now. */
  forget(): void;
}

type Claim = { last: Claimant; readonly live: Map<Claimant, string> };

export class PhoneClaims {
  readonly #claims = new Map<string, Claim>();

  /**
   * Returns false when another connection serves this phone. `bootId` differs between two phones, and between two boots
   * of one.
   */
  take(identity: string, bootId: string, claimant: Claimant): boolean {
    const claim: Claim = this.#claims.get(identity) ?? { last: claimant, live: new Map() };
    this.#claims.set(identity, claim);
    for (const [other, otherBootId] of claim.live) {
      if (other !== claimant && bootId !== '' && otherBootId === bootId) return false;
    }
    claim.live.set(claimant, bootId);
    if (claim.last !== claimant && !claim.live.has(claim.last)) claim.last.forget();
    claim.last = claimant;
    if (claim.live.size > 1) for (const one of claim.live.keys()) one.duplicateFound();
    return true;
  }

  /** Call it when the connection has ended. The claimant keeps its facts until another connection finds the phone. */
  release(claimant: Claimant): void {
    for (const { live } of this.#claims.values()) {
      if (!live.delete(claimant)) continue;
      const [only, ...others] = live.keys();
      if (only !== undefined && others.length === 0) only.duplicateGone();
    }
  }

  /** Call it when the claimant will not connect again. */
  drop(claimant: Claimant): void {
    this.release(claimant);
    for (const [identity, claim] of this.#claims) {
      if (claim.last === claimant && claim.live.size === 0) this.#claims.delete(identity);
    }
  }
}
