import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Filters } from './use-filters.ts';

/** The row of filters above a list. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <search aria-label="Filters" className="mb-3 flex flex-wrap items-center gap-2">
      {children}
    </search>
  );
}

/** Writes the filter `q`. "/" puts the cursor into it, Escape empties it. */
export function SearchFilter({ filters, label }: { filters: Filters; label: string }) {
  const field = useRef<HTMLInputElement>(null);
  const known = filters.get('q') ?? '';
  // The field keeps its own text: the address follows, and fast typing must not be lost.
  const [text, setText] = useState(known);
  useEffect(() => {
    if (document.activeElement !== field.current) setText(known);
  }, [known]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const isTyping = target?.closest('input, textarea, select, [role=dialog]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const write = (next: string) => {
    setText(next);
    filters.set({ q: next.trim() });
  };
  return (
    <div className="pf-input flex h-9 w-full items-center gap-2 px-3 sm:w-72">
      <Search size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-third" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={100}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && write('')}
        className="h-full min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      <kbd
        title="Press / to search"
        className="rounded-key border border-control px-1.5 font-mono text-caption text-third max-sm:hidden"
      >
        /
      </kbd>
    </div>
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
