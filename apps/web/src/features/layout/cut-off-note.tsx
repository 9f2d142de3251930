import { formatClock } from '@pocketfleet/ui/format';
import { WifiOff } from 'lucide-react';
import * as texts from '#language/layout';
import { type CutOff, useLineState } from '../../live/live-events-provider.tsx';

/** Says on every page that what it shows is old. It floats over the page, so nothing moves when it comes. */
export function CutOffNote() {
  const cutOff = useLineState();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 z-20 max-sm:top-16 sm:bottom-4 flex justify-center px-4"
    >
      {cutOff === null ? null : (
        <p className="pointer-events-auto flex items-center gap-2 rounded-card border border-warning-bar bg-warning-tint px-4 py-2 text-main text-small shadow-popover">
          <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-warning" />
          {sentenceOf(cutOff)}
        </p>
      )}
    </div>
  );
}

function sentenceOf({ kind, sinceMs, isBrowserOffline }: CutOff): string {
  const clock = formatClock(sinceMs);
  if (kind === 'lost')
    return isBrowserOffline ? texts.youAreOffline(clock) : texts.serverCannotBeReached(clock);
  return kind === 'never' ? texts.notLiveYet : texts.notLiveAnymore;
}
