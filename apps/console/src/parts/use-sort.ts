import type { SortState } from '@pocketfleet/ui';
import type { Filters } from './use-filters.ts';

/** The order of a list, kept in the address as `sort` and `dir`. The table knows which keys there are. */
export function useSort(filters: Filters): { sort: SortState; setSort(sort: SortState): void } {
  return {
    sort: { key: filters.get('sort') ?? '', direction: filters.get('dir') === 'desc' ? 'desc' : 'asc' },
    setSort: ({ key, direction }) => filters.set({ sort: key, dir: direction === 'desc' ? 'desc' : null }),
  };
}
