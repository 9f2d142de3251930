// How fast one address may ask, in this process: for what comes before any call can be counted in the database.

export type Rate = { perSecond: number; burst: number };
export type AddressRate = {
  /** False once the address has used up what it may. */
  take: (address: string) => boolean;
};

type Bucket = { tokens: number; atMs: number };

const maxAddresses = 10_000;

/** A token bucket for each address. `nowMs` is monotonic. */
export function createAddressRate(rate: Rate, nowMs: () => number = () => performance.now()): AddressRate {
  const buckets = new Map<string, Bucket>();
  return {
    take: (address) => {
      const now = nowMs();
      const known = buckets.get(address);
      const tokens =
        known === undefined
          ? rate.burst
          : Math.min(rate.burst, known.tokens + ((now - known.atMs) / 1_000) * rate.perSecond);
      // The address that asked longest ago stands first and is forgotten first.
      buckets.delete(address);
      buckets.set(address, { tokens: tokens >= 1 ? tokens - 1 : tokens, atMs: now });
      const [oldest] = buckets.keys();
      if (buckets.size > maxAddresses && oldest !== undefined) buckets.delete(oldest);
      return tokens >= 1;
    },
  };
}
