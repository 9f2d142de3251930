/**
 * The line in which the API's features stand: each may call those it names, and what they may call,
 * always through the door. News the other way goes as an event or a job written in the same transaction.
 * A folder under apps/api/src that isn't here is refused until somebody decides on its place.
 */
export const apiLine: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  mail: ['platform'],
  accounts: ['mail'],
  contact: ['mail'],
  devices: ['accounts', 'contact'],
  cleaning: ['devices'],
  assignments: ['cleaning'],
  orders: ['assignments'],
  payments: ['orders'],
  streaming: ['assignments'],
  // Passes everybody's news on to open tabs.
  live: ['payments'],
  // Our team works on everything that customers do.
  operators: ['live', 'streaming'],
  // Describes the contract to those who write programs; needs nobody.
  reference: ['platform'],
  // About the whole node: to the right of everything.
  health: ['live', 'streaming'],
  housekeeping: ['live', 'streaming'],
};

/** Every feature that `feature` may call, itself included. */
export function mayCall(feature: string): string[] {
  const reached = new Set([feature]);
  for (const each of reached) for (const next of apiLine[each] ?? []) reached.add(next);
  return [...reached];
}
