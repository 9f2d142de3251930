import { useSearchParams } from 'react-router';

export type Filters = {
  /** The filter's value, or undefined while it is not set. */
  get(name: string): string | undefined;
  /** Null, undefined or '' removes it. Back to the first page, unless the page itself is what changes. */
  set(changes: Record<string, string | null | undefined>): void;
  clear(): void;
  /** True when anything narrows the list; order, page and zoom do not. */
  isFiltered: boolean;
};

const notFilters = ['sort', 'dir', 'page', 'zoom'];

/** Filters, order and page of a list, kept in the address so that reload, back and a sent link keep them. */
export function useFilters(): Filters {
  const [query, setQuery] = useSearchParams();
  return {
    get: (name) => query.get(name) ?? undefined,
    set: (changes) =>
      setQuery(
        (known) => {
          const next = new URLSearchParams(known);
          if (!('page' in changes)) next.delete('page');
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    clear: () => setQuery({}, { replace: true, preventScrollReset: true }),
    isFiltered: [...query.keys()].some((name) => !notFilters.includes(name)),
  };
}

/** The value if it is one of the known ones, else undefined: an address can hold anything. */
export function oneOf<Value extends string>(
  value: string | undefined,
  known: readonly Value[],
): Value | undefined {
  return known.find((each) => each === value);
}
