// Which members the list shows: the search and the role that stand in the page's address. Pure.
import { type Member, type Role, roles } from '@pocketfleet/contract';

export type MembersView = { search: string; role: Role | null };

export function parseMembersView(query: URLSearchParams): MembersView {
  const role = query.get('role');
  return {
    search: query.get('q')?.slice(0, 100) ?? '',
    role: roles.find((each) => each === role) ?? null,
  };
}

/** Keeps the rest of the address. */
export function writeMembersView(query: URLSearchParams, change: Partial<MembersView>): URLSearchParams {
  const next = new URLSearchParams(query);
  const view = { ...parseMembersView(query), ...change };
  for (const [name, value] of [
    ['q', view.search],
    ['role', view.role ?? ''],
  ] as const) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Each word of the search is in a name, the address, or the tag of a phone that is theirs by name. */
export function filterMembers(
  members: readonly Member[],
  { search, role }: MembersView,
  tagOf: (deviceId: string) => string | undefined,
): readonly Member[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return members.filter((member) => {
    if (role !== null && member.role !== role) return false;
    const tags = member.phones === 'all' ? [] : member.phones.map((id) => tagOf(id) ?? '');
    const { first_name, last_name, username, email } = member;
    const text = [first_name, last_name, username, email, ...tags].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
