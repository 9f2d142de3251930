import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { createStartStream } from '../../streams/start-stream.ts';
import { type LogLine, parseLogLine } from './log-lines.ts';
import { createLineReader } from './shell-lines.ts';
import { ShellLink, type ShellState } from './shell-link.ts';

/** Older lines are dropped. */
export const maxLogLines = 5_000;
/** Lines that were printed before the panel was opened. */
const earlierLines = 500;
/** The page shows new lines this often. */
const showMs = 250;

export type PhoneLog = {
  lines: readonly LogLine[];
  state: ShellState;
  clear(): void;
  restart(): void;
};

/** The phone's log while `isOn`: in a shell of its own, which continues after the last line when it is opened again. */
export function usePhoneLog(deviceId: string, isOn: boolean): PhoneLog {
  const client = useClient();
  const [lines, setLines] = useState<readonly LogLine[]>([]);
  const [state, setState] = useState<ShellState>({ name: 'connecting' });
  const current = useRef<ShellLink>(null);
  const lastAtMs = useRef(0);
  const lastId = useRef(0);

  useEffect(() => {
    if (!isOn) return;
    let fresh: LogLine[] = [];
    const show = () => {
      if (fresh.length === 0) return;
      const added = fresh;
      fresh = [];
      setLines((before) => [...before, ...added].slice(-maxLogLines));
    };
    const read = createLineReader((printed) => {
      for (const text of printed) {
        const line = parseLogLine(text);
        if (line === undefined) continue;
        lastAtMs.current = Math.max(lastAtMs.current, line.atMs);
        fresh.push({ id: ++lastId.current, ...line });
      }
      if (fresh.length > maxLogLines) fresh = fresh.slice(-maxLogLines);
    });
    const link = new ShellLink(createStartStream(client, deviceId, 'shell'), {
      onOutput: read,
      onState(next) {
        setState(next);
        if (next.name !== 'open') return;
        link.resize(1_000, 50);
        const since = lastAtMs.current === 0 ? earlierLines : ((lastAtMs.current + 1) / 1000).toFixed(3);
        link.type(`logcat -v epoch -T ${since}\n`);
      },
    });
    const timer = setInterval(show, showMs);
    current.current = link;
    link.start();
    return () => {
      current.current = null;
      clearInterval(timer);
      link.stop();
      show();
    };
  }, [client, deviceId, isOn]);

  return { lines, state, clear: () => setLines([]), restart: () => current.current?.start() };
}
