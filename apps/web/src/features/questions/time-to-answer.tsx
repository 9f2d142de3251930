import type { Question } from '@pocketfleet/contract';
import { formatCountdown } from '@pocketfleet/ui/format';
import * as texts from '#language/questions';
import { useServerNow } from '../../live/live-events-provider.tsx';

const radius = 9;
const around = 2 * Math.PI * radius;

/** How long is left, as a ring and in words, and what happens then. */
export function TimeToAnswer({ question }: { question: Question }) {
  const leftMs = Date.parse(question.expires_at) - useServerNow();
  const wholeMs = Date.parse(question.expires_at) - Date.parse(question.created_at);
  const share = Math.max(0, Math.min(1, leftMs / wholeMs));
  return (
    <div className="flex min-w-0 items-center gap-3">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="-rotate-90 size-6 shrink-0">
        <circle cx="12" cy="12" r={radius} fill="none" strokeWidth="3" className="stroke-hairline" />
        <circle
          cx="12"
          cy="12"
          r={radius}
          fill="none"
          strokeWidth="3"
          strokeDasharray={`${share * around} ${around}`}
          className="stroke-current"
        />
      </svg>
      <div className="min-w-0 text-small">
        <p className="font-mono tabular-nums">
          {leftMs > 0 ? texts.left(formatCountdown(leftMs)) : texts.timeIsOver}
        </p>
        <p className="break-words text-second">{texts.withoutAnswer(question.default)}</p>
      </div>
    </div>
  );
}
