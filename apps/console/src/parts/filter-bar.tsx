import { SearchField } from '@pocketfleet/ui';
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

/** A pause in typing after which a list that the server filters is asked for. */
const askPauseMs = 300;

/** Writes the filter `q`. `isServers`: the server filters, so it is not asked for each letter. */
export function SearchFilter(props: { filters: Filters; label: string; isServers?: boolean }) {
  const { filters, label, isServers } = props;
  return (
    <SearchField
      label={label}
      value={filters.get('q') ?? ''}
      onChange={(text) => filters.set({ q: text.trim() })}
      pauseMs={isServers ? askPauseMs : 0}
      className="w-full sm:w-72"
    />
  );
}

type SelectProps = {
  filters: Filters;
  /** The filter's name in the address. */
  name: string;
  label: string;
  /** What no choice means: "All states". */
  all: string;
  options: readonly { value: string; label: string }[];
};

export function SelectFilter({ filters, name, label, all, options }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={filters.get(name) ?? ''}
      onChange={(event) => filters.set({ [name]: event.target.value })}
      className="pf-input h-9 max-w-52 px-2.5 text-body"
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
