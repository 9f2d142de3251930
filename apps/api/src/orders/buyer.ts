import type { Reach } from '../platform/principal.ts';

/** The person who rents, and their workspace. */
export type Buyer = { user_id: string; workspace_id: string };

/** The person who places an order, and the key or connected program that they use. */
export function placedBy(buyer: Reach): Buyer & { placed_with: string | null } {
  return { ...buyerOf(buyer), placed_with: buyer.key?.credential_id ?? null };
}

export function buyerOf({ user_id, workspace_id }: Buyer): Buyer {
  return { user_id, workspace_id };
}
