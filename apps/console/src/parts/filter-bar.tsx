import { SearchField, Select, type SelectOption } from '@pocketfleet/ui';
import type { ReactNode } from 'react';
import type { Filters } from './use-filters.ts';

/** The row of filters above a list. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <search aria-label="Filters" className="mb-3 flex flex-wrap items-center gap-2">
      {children}
    </search>
  );
}

const debounceMs = 300;

/** Writes the filter `q`. With `isServers`, the server filters: it is asked when typing pauses, not for each letter. */
export function SearchFilter(props: { filters: Filters; label: string; isServers?: boolean }) {
  const { filters, label, isServers } = props;
  return (
    <SearchField
      label={label}
      value={filters.get('q') ?? ''}
      onChange={(text) => filters.set({ q: text.trim() })}
      pauseMs={isServers ? debounceMs : 0}
      className="w-full sm:w-72"
    />
  );
}

type SelectProps = {
  filters: Filters;
  /** The filter's name in the address. */
  name: string;
  label: string;
  /** The option for no filter: "All states". */
  all: string;
  options: readonly SelectOption[];
};

export function SelectFilter({ filters, name, label, all, options }: SelectProps) {
  return (
    <Select
      aria-label={label}
      value={filters.get(name) ?? ''}
      options={[{ value: '', label: all }, ...options]}
      onChange={(event) => filters.set({ [name]: event.target.value })}
      className="sm:max-w-52"
    />
  );
}
