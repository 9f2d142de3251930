import type { Reach } from '../platform/principal.ts';

/** Who rents, and for which workspace. */
export type Buyer = { user_id: string; workspace_id: string };

/** Who places an order, and with which key or connected program. */
export function placedBy(buyer: Reach): Buyer & { placed_with: string | null } {
  return { ...buyerOf(buyer), placed_with: buyer.key?.credential_id ?? null };
}

export function buyerOf({ user_id, workspace_id }: Buyer): Buyer {
  return { user_id, workspace_id };
}
