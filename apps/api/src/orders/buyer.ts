/** Who rents, and for which workspace. */
export type Buyer = { user_id: string; workspace_id: string };

export function buyerOf({ user_id, workspace_id }: Buyer): Buyer {
  return { user_id, workspace_id };
}
