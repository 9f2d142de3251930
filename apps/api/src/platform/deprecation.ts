import type { Deprecation } from '@pocketfleet/contract';

const dayMs = 24 * 60 * 60_000;

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594): since when a call is deprecated, and when it ends. */
export function deprecationHeaders({ since, until }: Deprecation): { deprecation: string; sunset: string } {
  const endsAtMs = Date.parse(until) + dayMs;
  return {
    deprecation: `@${Date.parse(since) / 1_000}`,
    sunset: new Date(endsAtMs).toUTCString(),
  };
}
