import { useEffect, useState } from 'react';
import * as texts from '#language/session';

/** Shows that a recording runs, and its time, which begins with the first frame. */
export function RecordingNote({ sinceMs }: { sinceMs: number | null }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - (sinceMs ?? now)) / 1000));
  const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p className="flex shrink-0 items-center gap-2 text-main text-small">
      <span aria-hidden="true" className="size-2 rounded-full bg-error-bar" />
      <span role="status">{sinceMs === null ? texts.startingToRecord : texts.recording}</span>
      {sinceMs === null ? null : <span className="font-mono tabular-nums">{shown}</span>}
    </p>
  );
}
