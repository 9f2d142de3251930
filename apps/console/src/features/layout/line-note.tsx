import { ApiError } from '@pocketfleet/client';
import { formatClock } from '@pocketfleet/ui/format';
import { onlineManager } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useApiQuery } from '../../api/use-api-query.ts';
import { useNow } from '../../parts/use-now.ts';

/** A shorter gap, such as that of a restarted server, is not worth a word. */
const gapShownAfterMs = 9_000;

/** Says on every page that what it shows is old. It floats over the page, so nothing moves when it comes. */
export function LineNote() {
  const summary = useApiQuery('getSummary');
  const isOnline = useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
  );
  const { failureReason, dataUpdatedAt } = summary;
  const isUnreachable = failureReason instanceof ApiError && failureReason.isTransient;
  const isOld = useNow() - dataUpdatedAt > gapShownAfterMs;
  const note = noteOf({ isOnline, isUnreachable: isUnreachable && isOld, updatedAt: dataUpdatedAt });
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 z-20 max-sm:top-16 sm:bottom-4 flex justify-center px-4"
    >
      {note === null ? null : (
        <p className="flex items-center gap-2 rounded-card border border-warning-bar bg-warning-tint px-4 py-2 text-main text-small shadow-popover">
          <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-warning" />
          {note}
        </p>
      )}
    </div>
  );
}

function noteOf(line: { isOnline: boolean; isUnreachable: boolean; updatedAt: number }): string | null {
  if (line.isOnline && !line.isUnreachable) return null;
  const problem = line.isOnline ? 'The server can’t be reached.' : 'You’re offline.';
  // Before the first response there is nothing that could be old.
  if (line.updatedAt === 0) return `${problem} We’ll keep trying.`;
  return `${problem} You’re seeing the state from ${formatClock(line.updatedAt)}. We’ll keep trying.`;
}
