import type { RecordedEvent } from '@pocketfleet/contract';
import { CopyButton, toast } from '@pocketfleet/ui';
import clsx from 'clsx';
import * as texts from '#language/recordings';
import { MarkedText } from './marked-text.tsx';
import { formatPosition } from './recording-times.ts';

type Props = {
  screen: Extract<RecordedEvent, { type: 'screen' }> | undefined;
  isInGap: boolean;
  atMs: number;
  words: readonly string[];
  /** The ref of the control that is used next. */
  nextRef: string | undefined;
};

/** The screen's text at this moment, as programs read it. */
export function ScreenText({ screen, isInGap, atMs, words, nextRef }: Props) {
  return (
    <section
      aria-label={texts.screenAt(formatPosition(atMs))}
      className="flex min-h-0 flex-col rounded-card border border-hairline bg-surface"
    >
      <header className="flex h-14 shrink-0 items-center justify-between gap-3 border-hairline border-b px-4">
        <h2 className="font-semibold text-card">{texts.screenAt(formatPosition(atMs))}</h2>
        {screen ? (
          <CopyButton
            value={screen.text}
            label={texts.theScreen}
            onCopied={() => toast.success(texts.copied)}
            onFailed={() => toast.error(texts.notCopied)}
          />
        ) : null}
      </header>
      {screen === undefined ? (
        <p className="p-4 text-second">{isInGap ? texts.gapText : texts.noScreen}</p>
      ) : null}
      <ol className="min-h-0 flex-1 overflow-auto py-2 font-mono text-small">
        {screen?.text.split('\n').map((line, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text, which are never moved.
            key={at}
            className={clsx(
              'whitespace-pre-wrap break-words px-4 py-0.5',
              nextRef !== undefined && line.trimStart().startsWith(`${nextRef} `) && 'bg-hover font-medium',
            )}
          >
            <MarkedText text={line} words={words} />
          </li>
        ))}
      </ol>
    </section>
  );
}
