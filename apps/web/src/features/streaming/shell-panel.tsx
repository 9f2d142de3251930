import * as texts from '#language/session';
import '@xterm/xterm/css/xterm.css';
import { exitChordName } from '@pocketfleet/stream-player';
import { Button, copyText, StatusDot, toast } from '@pocketfleet/ui';
import { ClipboardPaste, Copy, Eraser, RotateCcw, Search } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ShellButton } from './shell-button.tsx';
import type { ShellState } from './shell-link.ts';
import { ShellSearch } from './shell-search.tsx';
import { useTerminal } from './use-terminal.ts';

type Props = {
  deviceId: string;
  tag: string;
  isShown: boolean;
  /** Each increase gives the focus to the terminal. */
  entries: number;
};

/** The phone's shell in a terminal. It starts with the component, and again after a lost connection. */
export function ShellPanel({ deviceId, tag, isShown, entries }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const restart = useRef<HTMLButtonElement>(null);
  const [isSearching, setSearching] = useState(false);
  const openSearch = useCallback(() => setSearching(true), []);
  const leave = useCallback(() => restart.current?.focus(), []);
  const { shell, state, size } = useTerminal(host, deviceId, { onFind: openSearch, onLeave: leave });

  const entered = useRef(0);
  useEffect(() => {
    if (!isShown || !shell) return;
    shell.fit();
    // A tab that is passed with the arrow keys keeps the focus, because the terminal sends arrow keys to the phone.
    if (entered.current === entries) return;
    entered.current = entries;
    shell.terminal.focus();
  }, [isShown, shell, entries]);

  const copy = async () => {
    const text = shell?.terminal.getSelection() ?? '';
    if (text === '') toast.error(texts.selectSomeOfTheShells);
    else if (!(await copyText(text))) toast.error(texts.failedToCopyToClipboard);
    else toast.success(texts.selectionCopiedToClipboard);
  };
  const paste = async () => {
    try {
      shell?.terminal.paste(await navigator.clipboard.readText());
      shell?.terminal.focus();
    } catch {
      toast.error(texts.theBrowserDoesNotLetThis);
    }
  };

  return (
    <div className="on-ink flex h-full flex-col bg-page text-main">
      <div className="flex items-center gap-1 border-hairline border-b px-3 py-1">
        <ShellButton label={texts.copyTheSelection} icon={<Copy size={14} />} onClick={() => void copy()} />
        <ShellButton label={texts.paste} icon={<ClipboardPaste size={14} />} onClick={() => void paste()} />
        <ShellButton
          label={texts.searchInTheShell}
          icon={<Search size={14} />}
          onClick={() => setSearching(!isSearching)}
        />
        <ShellButton
          label={texts.clear}
          icon={<Eraser size={14} />}
          onClick={() => shell?.terminal.clear()}
        />
        <span className="flex-1" />
        <Button
          ref={restart}
          size="small"
          kind="quiet"
          icon={<RotateCcw aria-hidden="true" />}
          onClick={() => shell?.link.start()}
        >
          {texts.newShell}
        </Button>
      </div>
      {isSearching && shell ? (
        <ShellSearch
          search={shell.search}
          onClose={() => {
            setSearching(false);
            shell.terminal.focus();
          }}
        />
      ) : null}
      <div className="min-h-0 flex-1 overflow-hidden py-2 pl-4">
        <section ref={host} aria-label={texts.shellOf(tag)} className="size-full" />
      </div>
      <div className="flex items-center justify-between gap-3 border-hairline border-t px-4 py-2 text-caption text-second">
        <ShellStatus state={state} />
        <span className="min-w-0 truncate font-mono">
          {size} · {exitChordName()}
          {texts.leavesLabel}
        </span>
      </div>
    </div>
  );
}

function ShellStatus({ state }: { state: ShellState }) {
  return (
    <span role="status">
      {state.name === 'open' ? <StatusDot kind="online">{texts.shellConnected}</StatusDot> : null}
      {state.name === 'connecting' ? texts.openingAShell : null}
      {state.name === 'waiting' ? texts.tryingAgain(state.detail) : null}
      {state.name === 'ended' ? <span className="text-warning">{state.detail}</span> : null}
    </span>
  );
}
