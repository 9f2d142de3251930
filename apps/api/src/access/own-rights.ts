// Permissions and phones of a principal: those of the member, of which a key or program that acts for them may have fewer.
import type { AccessPermission } from '@pocketfleet/contract';
import type { Principal } from '../platform/principal.ts';
import type { ListText, PrincipalRow } from './principals.sql.ts';

type Permissions = ReadonlySet<AccessPermission>;

/** By the two texts that they come from. Most callers have one of a few sets, which are made once. */
const known = new Map<string, Permissions>();
const mostKnown = 500;

/** Never more than the member has now. */
export function permissionsOf({
  role_permissions,
  key_permissions,
}: Pick<PrincipalRow, 'role_permissions' | 'key_permissions'>): Permissions {
  const texts = `${role_permissions ?? '{}'}${key_permissions ?? ''}`;
  const before = known.get(texts);
  if (before !== undefined) return before;
  const ofRole = listOf(role_permissions ?? '{}');
  const ofKey = key_permissions === null ? ofRole : listOf(key_permissions);
  const both = new Set(ofRole.filter((each) => ofKey.includes(each)) as AccessPermission[]);
  // Anybody can make keys with ever new combinations.
  if (known.size >= mostKnown) known.clear();
  known.set(texts, both);
  return both;
}

export function phonesOf({
  member_phones,
  key_phones,
}: Pick<PrincipalRow, 'member_phones' | 'key_phones'>): Principal['phones'] {
  const ofKey = key_phones === null ? 'all' : listOf(key_phones);
  if (member_phones === null) return ofKey;
  const ofMember = listOf(member_phones);
  return ofKey === 'all' ? ofMember : ofMember.filter((id) => ofKey.includes(id));
}

/** Of names and ids, which PostgreSQL never quotes. */
function listOf(text: ListText): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}
