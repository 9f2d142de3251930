// Which connection of this host serves which phone. One phone may be reached in two ways (on its cable and over
// the network): the first serves it. Two phones may say that they are the same one: then neither is served,
// because nobody could tell which of them a customer rents (decision 023).

export interface Claimant {
  /** Another phone that is here says that it is this one. */
  twinsSeen(): void;
  twinsGone(): void;
  /** The phone is now reached in another way. */
  forget(): void;
}

type Claim = { last: Claimant; readonly live: Map<Claimant, string> };

export class PhoneClaims {
  readonly #claims = new Map<string, Claim>();

  /** `bootId` differs between two phones and between two starts of one. False: another connection serves this phone. */
  take(identity: string, bootId: string, claimant: Claimant): boolean {
    const claim: Claim = this.#claims.get(identity) ?? { last: claimant, live: new Map() };
    this.#claims.set(identity, claim);
    for (const [other, otherBootId] of claim.live) {
      if (other !== claimant && bootId !== '' && otherBootId === bootId) return false;
    }
    claim.live.set(claimant, bootId);
    if (claim.last !== claimant && !claim.live.has(claim.last)) claim.last.forget();
    claim.last = claimant;
    if (claim.live.size > 1) for (const one of claim.live.keys()) one.twinsSeen();
    return true;
  }

  /** Its connection has ended. What it knew of the phone stays, until another connection finds the phone. */
  release(claimant: Claimant): void {
    for (const { live } of this.#claims.values()) {
      if (!live.delete(claimant)) continue;
      const [only, ...others] = live.keys();
      if (only !== undefined && others.length === 0) only.twinsGone();
    }
  }

  /** The connection will not be tried again. */
  drop(claimant: Claimant): void {
    this.release(claimant);
    for (const [identity, claim] of this.#claims) {
      if (claim.last === claimant && claim.live.size === 0) this.#claims.delete(identity);
    }
  }
}
