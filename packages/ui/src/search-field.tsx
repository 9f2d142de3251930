import clsx from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** A search above a list: "/" puts the cursor into it, Escape empties it. One on a page. */
export function SearchField({
  label,
  value,
  onChange,
  className,
}: {
  label: string;
  /** What is searched for now, as the address says; it may follow what is typed a moment later. */
  value: string;
  onChange(text: string): void;
  className?: string;
}) {
  const field = useRef<HTMLInputElement>(null);
  // The field keeps its own text: fast typing must not be lost to an address that follows.
  const [text, setText] = useState(value);
  useEffect(() => {
    if (document.activeElement !== field.current) setText(value);
  }, [value]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const isTyping = target?.closest('input, textarea, select, [contenteditable], [role=dialog]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const write = (next: string) => {
    setText(next);
    onChange(next);
  };
  return (
    <div className={clsx('pf-input flex h-9 items-center gap-2.5 px-3', className)}>
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
