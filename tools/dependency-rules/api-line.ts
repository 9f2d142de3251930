/**
 * The order of the API's features. Each may call the features that it names, and those that they may call, through their
 * doors. The other way, a feature publishes an event or enqueues a job in the same transaction. A folder under
 * apps/api/src that is missing here is refused.
 */
export const apiLine: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  mail: ['platform'],
  accounts: ['mail'],
  contact: ['mail'],
  access: ['accounts', 'contact'],
  devices: ['access'],
  cleaning: ['devices'],
  assignments: ['cleaning'],
  orders: ['assignments'],
  payments: ['orders'],
  // The members of a workspace. It asks what is rented before it deletes one.
  teams: ['orders'],
  streaming: ['assignments'],
  // A phone's screen, and actions on it, for programs.
  screen: ['streaming', 'secrets'],
  // Texts that are typed on phones by name.
  secrets: ['assignments'],
  // Questions of programs to people.
  questions: ['assignments'],
  // The pictures and actions of a phone, kept for later, and what was done last.
  recordings: ['screen'],
  // Tools for agents, over phones and screens.
  mcp: ['screen', 'questions'],
  // Forwards the events of all features to open tabs.
  live: ['payments', 'questions'],
  // Sends what happened to rentals to customers' servers; it hears of it from the database.
  webhooks: ['access'],
  // Our team works with all features of the product.
  operators: ['live', 'streaming', 'teams'],
  // Describes the contract for programmers; calls no feature.
  reference: ['platform'],
  // About the whole node, so they are to the right of all features.
  health: ['live', 'streaming'],
  housekeeping: ['live', 'streaming'],
};

/** Every feature that `feature` may call, itself included. */
export function mayCall(feature: string): string[] {
  const reached = new Set([feature]);
  for (const each of reached) for (const next of apiLine[each] ?? []) reached.add(next);
  return [...reached];
}
