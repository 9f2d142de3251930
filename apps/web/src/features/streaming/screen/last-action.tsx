import type { ActionResult } from '@pocketfleet/contract';
import { CopyButton, toast } from '@pocketfleet/ui';
import { formatClock } from '@pocketfleet/ui/format';
import * as texts from '#language/screen';
import * as sessionTexts from '#language/session';
import { outcomeWords } from './use-screen-action.ts';

export type DoneAction = { what: string; ref: string; result: ActionResult; atMs: number };

const mostLines = 6;

/** What the last tap from here has changed, as programs are told it. */
export function LastAction({ action: { what, ref, result, atMs } }: { action: DoneAction }) {
  const { changed, text, settled } = result;
  const rest = changed.length - mostLines;
  return (
    <section aria-label={texts.lastAction} className="shrink-0 border-hairline border-t px-4 py-3 text-small">
      <div className="flex items-center justify-between gap-3">
        <h3 className="min-w-0 truncate font-semibold">
          {what} <span className="font-mono text-second">{ref}</span>
        </h3>
        <span className="flex shrink-0 items-center gap-2 font-mono text-caption text-second">
          {formatClock(atMs)}
          <CopyButton
            value={JSON.stringify(result, null, 2)}
            label={texts.answer}
            onCopied={() => undefined}
            onFailed={() => toast.error(sessionTexts.failedToCopyToClipboard)}
          />
        </span>
      </div>
      {changed.length === 0 ? null : (
        <ul className="mt-1 font-mono text-caption">
          {changed.slice(0, mostLines).map((line) => (
            <li key={line} className="truncate" title={line}>
              {line}
            </li>
          ))}
          {rest > 0 ? <li className="text-second">{texts.moreChanges(rest)}</li> : null}
        </ul>
      )}
      <p role="status" className="mt-1 text-second">
        {[
          outcomeWords(result),
          ...(result.done && changed.length === 0
            ? [text === '' ? texts.nothingChanged : texts.otherScreen]
            : []),
          ...(settled === null ? [] : [settled ? texts.settled : texts.changing]),
        ].join(' · ')}
      </p>
    </section>
  );
}
