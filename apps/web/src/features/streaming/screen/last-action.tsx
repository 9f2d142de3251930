import type { ActionResult, ScreenNode } from '@pocketfleet/contract';
import { Button, copyText, toast } from '@pocketfleet/ui';
import { formatClock } from '@pocketfleet/ui/format';
import clsx from 'clsx';
import { CircleCheck, Copy, LoaderCircle, User } from 'lucide-react';
import * as texts from '#language/screen';
import * as sessionTexts from '#language/session';
import { changeParts } from './change-parts.ts';
import { outcomeWords } from './use-screen-action.ts';

export type DoneAction = {
  what: string;
  ref: string;
  result: ActionResult;
  atMs: number;
  /** Until the answer was here. */
  tookMs: number;
  /** The screen before the action. */
  before: readonly ScreenNode[];
};

const mostLines = 6;
const signs = {
  '~': { words: texts.changed, color: 'text-warning' },
  '+': { words: texts.fresh, color: 'text-online' },
  '-': { words: texts.gone, color: 'text-second' },
} as const;

/** The changes that the last tap from here has caused, as programs receive them. */
export function LastAction({ action }: { action: DoneAction }) {
  const { what, ref, result, atMs, tookMs, before } = action;
  const { changed, text, settled, done, why } = result;
  const rest = changed.length - mostLines;
  const Icon = settled === true ? CircleCheck : LoaderCircle;
  const outcome = [
    outcomeWords(result),
    ...(done && changed.length === 0 ? [text === '' ? texts.nothingChanged : texts.otherScreen] : []),
  ].join(' · ');
  return (
    <section aria-label={texts.lastAction} className="text-small">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-semibold">{texts.lastAction}</h2>
        <span className="font-mono text-caption text-second">{formatClock(atMs)}</span>
      </div>
      <div className="mt-2 overflow-hidden rounded-card border border-hairline bg-surface">
        <h3 className="flex items-center gap-2 border-hairline border-b px-3 py-2 font-medium">
          <span
            aria-hidden="true"
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-segment"
          >
            <User size={13} strokeWidth={2} />
          </span>
          <span className="min-w-0 flex-1 truncate" title={what}>
            <span className="sr-only">{texts.byYou} </span>
            {what}
          </span>
          <span className="shrink-0 font-mono text-caption text-second">{ref}</span>
        </h3>
        {changed.length === 0 ? null : (
          <ul className="px-3 py-2 font-mono text-caption leading-5">
            {changed.slice(0, mostLines).map((line) => (
              <ChangeLine key={line} line={line} before={before} />
            ))}
            {rest > 0 ? <li className="text-second">{texts.moreChanges(rest)}</li> : null}
          </ul>
        )}
        <p className={clsx('px-3 py-2', changed.length > 0 && 'border-hairline border-t')}>
          <span className={clsx('block', why === null && done ? 'text-second' : 'text-warning')}>
            {outcome}
          </span>
          {settled === null ? null : (
            <span className={clsx('mt-1 flex items-center gap-2', settled ? 'text-online' : 'text-second')}>
              <Icon size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
              {settled ? texts.settledAfter(tookMs) : texts.changing}
            </span>
          )}
        </p>
      </div>
      <Button
        size="small"
        kind="quiet"
        className="mt-2"
        icon={<Copy aria-hidden="true" />}
        onClick={() => copyAnswer(result)}
      >
        {texts.copyAnswer}
      </Button>
    </section>
  );
}

/** Words for the signs, because colour and sign alone tell a screen reader nothing. */
function ChangeLine({ line, before }: { line: string; before: readonly ScreenNode[] }) {
  const parts = changeParts(line, before);
  if (parts === null) return <li className="text-second">{line}</li>;
  const { sign, ref, name, earlier, states } = parts;
  const { words, color } = signs[sign];
  return (
    <li className="flex gap-2" title={line}>
      <span aria-hidden="true" className={clsx('shrink-0', color)}>
        {sign}
      </span>
      <span className="sr-only">{words}</span>
      <span className="shrink-0 text-second">{ref}</span>
      <span className="min-w-0 break-words">
        {earlier === null ? null : <del className="block text-second">{earlier}</del>}
        {sign === '-' ? (
          <del className="text-second">{name}</del>
        ) : (
          <span className={clsx(earlier !== null && 'text-warning')}>{name}</span>
        )}
        {states.length === 0 ? null : (
          <span className={clsx(sign === '~' && earlier === null ? 'text-warning' : 'text-second')}>
            {' '}
            {states.join(', ')}
          </span>
        )}
      </span>
    </li>
  );
}

async function copyAnswer(result: ActionResult): Promise<void> {
  if (await copyText(JSON.stringify(result, null, 2))) toast.success(texts.answerCopied);
  else toast.error(sessionTexts.failedToCopyToClipboard);
}
