import clsx from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SlashKey } from './slash-key.tsx';

/** A search above a list: "/" puts the cursor into it, Escape empties it. One on a page. */
export function SearchField({
  label,
  value,
  onChange,
  pauseMs = 0,
  className,
}: {
  label: string;
  /** The current search of the address. It may follow the typed text a moment later. */
  value: string;
  onChange(text: string): void;
  /** `onChange` is called after this time without typing, for a search on the server. */
  pauseMs?: number;
  className?: string;
}) {
  const field = useRef<HTMLInputElement>(null);
  // The field keeps its own text: fast typing must not be lost to an address that follows.
  const [text, setText] = useState(value);
  useEffect(() => {
    if (document.activeElement !== field.current) setText(value);
  }, [value]);
  const [unsaid, setUnsaid] = useState<string | null>(null);
  const say = useEffectEvent(onChange);
  useEffect(() => {
    if (unsaid === null) return;
    const timer = setTimeout(() => {
      setUnsaid(null);
      say(unsaid);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [unsaid, pauseMs]);
  const write = (next: string) => {
    setText(next);
    if (pauseMs === 0) onChange(next);
    else setUnsaid(next);
  };
  return (
    <div className={clsx('pf-input flex h-9 min-w-0 items-center gap-2.5 px-3', className)}>
      <Search size={16} className="shrink-0 text-third" />
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
      <SlashKey field={field} />
    </div>
  );
}
