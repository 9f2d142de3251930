import type { SearchAddon } from '@xterm/addon-search';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#language/session';
import { ShellButton } from './shell-button.tsx';

/** Finds text in the shell's output. Enter finds the next match, Shift Enter the previous one, Escape closes. */
export function ShellSearch({ search, onClose }: { search: SearchAddon; onClose(): void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isFound, setFound] = useState(true);
  useEffect(() => {
    field.current?.focus();
    return () => search.clearDecorations();
  }, [search]);
  const find = (direction: 'next' | 'previous', wanted = text) => {
    if (wanted === '') return setFound(true);
    const isNext = direction === 'next';
    setFound(isNext ? search.findNext(wanted) : search.findPrevious(wanted));
  };
  return (
    <search className="flex items-center gap-1 border-hairline border-b px-3 py-1.5">
      <input
        ref={field}
        value={text}
        aria-label={texts.textToFindInTheShell}
        placeholder={texts.find}
        onChange={(event) => {
          setText(event.target.value);
          find('next', event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key === 'Enter') find(event.shiftKey ? 'previous' : 'next');
        }}
        className="pf-input h-7 min-w-0 flex-1 px-2 text-small"
      />
      <span role="status" className="px-1 text-caption text-warning">
        {isFound ? '' : texts.notFound}
      </span>
      <ShellButton label={texts.previous} icon={<ChevronUp size={14} />} onClick={() => find('previous')} />
      <ShellButton label={texts.next} icon={<ChevronDown size={14} />} onClick={() => find('next')} />
      <ShellButton label={texts.closeTheSearch} icon={<X size={14} />} onClick={onClose} />
    </search>
  );
}
