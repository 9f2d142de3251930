import type { SortState } from './long-table.tsx';
import { type Filters, oneOf } from './use-filters.ts';

/** The order of a list, in the address as `sort` and `dir`; a second press on a head turns it round. */
export function useSort<Key extends string>(
  filters: Filters,
  keys: readonly Key[],
  usual: Key,
): SortState & { key: Key; toggle(key: string): void } {
  const key = oneOf(filters.get('sort'), keys) ?? usual;
  const direction = filters.get('dir') === 'desc' ? 'desc' : 'asc';
  return {
    key,
    direction,
    toggle: (next) => filters.set({ sort: next, dir: next === key && direction === 'asc' ? 'desc' : null }),
  };
}
