// The team whose panel this document shows; null: the customer's personal account. It is in the address (`?team=ID`) and
// never changes within a document: switching loads a new one. So caches, sockets, players and popups of two teams can't mix.
const key = 'team';

/** Null for an address without a team. */
export function teamIn(search: string): string | null {
  return new URLSearchParams(search).get(key);
}

/** Public pages are also rendered at build, where there is no address. */
export const teamId: string | null = typeof location === 'undefined' ? null : teamIn(location.search);

/** A query that keeps the team. */
export function withTeam(query: URLSearchParams | Record<string, string>): URLSearchParams {
  const kept = new URLSearchParams(query);
  if (teamId === null) kept.delete(key);
  else kept.set(key, teamId);
  return kept;
}

/** A path of the panel, with the team. It may have a query already. */
export function inTeam(path: string, team: string | null = teamId): string {
  if (team === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${key}=${encodeURIComponent(team)}`;
}
