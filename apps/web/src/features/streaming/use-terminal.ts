import { isExitChord } from '@pocketfleet/stream-player';
import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import { type RefObject, useEffect, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { createStartStream } from '../../streams/start-stream.ts';
import { ShellLink, type ShellState } from './shell-link.ts';

export type Shell = {
  terminal: Terminal;
  link: ShellLink;
  search: SearchAddon;
  fit(): void;
};

/** The dark tokens of packages/ui: a shell is dark in both themes. */
const theme = {
  background: '#0b0d11',
  foreground: '#f4f3ee',
  cursor: '#c8f560',
  cursorAccent: '#0b0d11',
  selectionBackground: '#c8f56055',
  green: '#54d890',
  brightGreen: '#54d890',
  yellow: '#f2b84b',
  brightYellow: '#f2b84b',
  red: '#ff8378',
  brightRed: '#ff8378',
  blue: '#9db5ff',
  brightBlue: '#9db5ff',
  black: '#363b43',
  brightBlack: '#8b8d8e',
  white: '#f4f3ee',
  brightWhite: '#ffffff',
} as const;

/** A terminal in `host`, connected to the phone's shell as long as the component is mounted. */
export function useTerminal(
  host: RefObject<HTMLElement | null>,
  deviceId: string,
  keys: { onFind(): void; onLeave(): void },
): { shell: Shell | null; state: ShellState; size: string } {
  const client = useClient();
  const [shell, setShell] = useState<Shell | null>(null);
  const [state, setState] = useState<ShellState>({ name: 'connecting' });
  const [size, setSize] = useState('');
  const { onFind, onLeave } = keys;

  useEffect(() => {
    if (!host.current) return;
    const terminal = new Terminal({
      fontFamily: '"Geist Mono Variable", ui-monospace, Menlo, Consolas, monospace',
      fontSize: 13,
      lineHeight: 1.4,
      cursorBlink: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      scrollback: 5_000,
      theme,
    });
    const fitting = new FitAddon();
    const search = new SearchAddon();
    terminal.loadAddon(fitting);
    terminal.loadAddon(search);
    terminal.loadAddon(new WebLinksAddon());
    terminal.open(host.current);
    let hasOpened = false;
    const link = new ShellLink(createStartStream(client, deviceId, 'shell'), {
      onOutput: (bytes) => terminal.write(bytes),
      onState: (next) => {
        setState(next);
        if (next.name !== 'open') return;
        // The output of the ended shell stays readable; the new shell starts below it.
        if (hasOpened) terminal.write('\r\n\x1b[90m--- a new shell ---\x1b[0m\r\n');
        hasOpened = true;
      },
    });
    const fit = () => {
      if (host.current && host.current.clientWidth > 0) fitting.fit();
    };
    terminal.onData((text) => link.type(text));
    terminal.onResize(({ cols, rows }) => {
      link.resize(cols, rows);
      setSize(`${cols} × ${rows}`);
    });
    terminal.attachCustomKeyEventHandler((event) => onKey(event, terminal, onFind, onLeave));
    const observer = new ResizeObserver(fit);
    observer.observe(host.current);
    fit();
    link.start();
    // oxlint-disable-next-line react/set-state-in-effect -- the terminal can't exist before its element does
    setShell({ terminal, link, search, fit });
    return () => {
      observer.disconnect();
      link.stop();
      terminal.dispose();
      setShell(null);
    };
  }, [host, client, deviceId, onFind, onLeave]);

  return { shell, state, size };
}

/** Returns false for keys that the shell doesn't receive: copy, paste, search, and the exit chord. */
function onKey(event: KeyboardEvent, terminal: Terminal, onFind: () => void, onLeave: () => void): boolean {
  if (event.type !== 'keydown' || !(event.ctrlKey || event.metaKey)) return true;
  const key = event.key.toLowerCase();
  if (isExitChord(event)) {
    onLeave();
    return false;
  }
  if (event.altKey) return true;
  // The browser fires its paste event, which the terminal handles.
  if (key === 'v') return false;
  if (key === 'c' && (event.shiftKey || terminal.hasSelection())) {
    event.preventDefault();
    navigator.clipboard?.writeText(terminal.getSelection()).catch(() => undefined);
    return false;
  }
  if (key === 'f' && event.shiftKey) {
    event.preventDefault();
    onFind();
    return false;
  }
  return true;
}
