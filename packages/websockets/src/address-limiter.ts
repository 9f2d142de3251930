// Limits how fast one address may connect, in this process alone: for what happens before a call can be counted in
// the database (limits.ts).
import { createTokenBucket, type Rate, type TokenBucket } from '@pocketfleet/stream-protocol';

export type AddressLimiter = {
  /** False once the address has used up its rate. */
  take: (address: string) => boolean;
};

const maxAddresses = 10_000;

/** `nowMs` is monotonic. */
export function createAddressLimiter(rate: Rate, nowMs = () => performance.now()): AddressLimiter {
  const buckets = new Map<string, TokenBucket>();
  return {
    take: (address) => {
      const bucket = buckets.get(address) ?? createTokenBucket(rate);
      // A map keeps the order of insertion: the address that connected longest ago is forgotten first.
      buckets.delete(address);
      buckets.set(address, bucket);
      const [oldest] = buckets.keys();
      if (buckets.size > maxAddresses && oldest !== undefined) buckets.delete(oldest);
      return bucket.take(nowMs());
    },
  };
}
