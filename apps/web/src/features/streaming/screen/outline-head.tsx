import type { ScreenNode } from '@pocketfleet/contract';
import { Banner, Button } from '@pocketfleet/ui';
import { formatBytes, formatClock } from '@pocketfleet/ui/format';
import { useState } from 'react';
import * as texts from '#language/screen';
import { asSentence, outlineText } from './node-words.ts';
import type { LiveScreen } from './use-live-screen.ts';

/** The app and the outline's size; or why it can't be read or is old, in the same place. */
export function OutlineHead({ screen }: { screen: LiveScreen }) {
  const { notice, link, nodes, readAtMs } = screen;
  const age = nodes.length > 0 ? texts.outlineIsFrom(formatClock(readAtMs)) : '';
  if (link.name === 'ended') {
    return <Problem screen={screen} title={texts.cantBeRead} words={[asSentence(link.detail), age]} />;
  }
  if (notice !== null && notice.problem !== null) {
    const title = notice.busy ? texts.busy : texts.cantBeRead;
    return (
      <Problem screen={screen} title={title} words={[asSentence(notice.detail), age, texts.asksAgain]} />
    );
  }
  const step = notice?.shortened ?? 'none';
  const notes =
    notice === null
      ? []
      : [
          texts.lines(nodes.length),
          formatBytes(sizeOf(nodes)),
          ...(step === 'none' ? [] : [texts.shortened(texts.steps[step] ?? step)]),
          ...(notice.truncated ? [texts.leftOut] : []),
          ...(notice.locked ? [texts.locked] : []),
          // After a lost line it is old.
          ...(link.name === 'connecting'
            ? [texts.isFrom(formatClock(readAtMs))]
            : [notice.settled ? texts.settled : texts.changing]),
        ];
  return (
    <p className="flex min-h-8 shrink-0 flex-wrap items-center justify-between gap-x-3 border-hairline border-b px-4 py-1 text-small">
      <span className="min-w-0 truncate font-mono" title={notice?.app}>
        {notice?.app ?? ''}
      </span>
      <span className="text-second">{notes.join(' · ')}</span>
    </p>
  );
}

function Problem({ screen, title, words }: { screen: LiveScreen; title: string; words: string[] }) {
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    await screen.askAgain();
    setAsking(false);
  };
  return (
    <div className="px-4 pb-2">
      <Banner
        kind="warning"
        action={
          <Button size="small" isBusy={isAsking} onClick={ask}>
            {texts.askAgain}
          </Button>
        }
      >
        <strong className="block">{title}</strong>
        {words.filter((part) => part !== '').join(' ')}
      </Banner>
    </div>
  );
}

/** Of what "Copy outline" copies. */
function sizeOf(nodes: readonly ScreenNode[]): number {
  return new TextEncoder().encode(outlineText(nodes)).length;
}
