import type { ScreenNode } from '@pocketfleet/contract';
import { Button, CopyButton, toast } from '@pocketfleet/ui';
import { Pointer } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/screen';
import * as sessionTexts from '#language/session';
import { type DoneAction, LastAction } from './last-action.tsx';
import { nameOf, selectorOf, stateWords } from './node-words.ts';
import { useScreenAction } from './use-screen-action.ts';

/** The facts about the chosen control, with a selector to copy. */
export function ChosenNode({ node, deviceId }: { node: ScreenNode | undefined; deviceId: string }) {
  const [last, setLast] = useState<DoneAction | null>(null);
  const [failure, setFailure] = useState('');
  const act = useScreenAction(deviceId, (result) => {
    const what = texts.tapped(node === undefined ? '' : nameOf(node));
    setLast({ what, ref: node?.ref ?? '', result, atMs: Date.now() });
  });
  const lastAction = last === null ? null : <LastAction action={last} />;
  if (node === undefined) {
    return (
      <>
        {lastAction}
        <p className="shrink-0 border-hairline border-t px-4 py-3 text-second text-small">
          {texts.chooseALine}
        </p>
      </>
    );
  }
  const { x, y, width, height } = node.rect;
  const tap = async () => {
    setLast(null);
    setFailure('');
    setFailure(await act({ action: 'tap', ref: node.ref }));
  };
  const selector = selectorOf(node);
  return (
    <>
      {lastAction}
      <section aria-label={node.ref} className="shrink-0 border-hairline border-t px-4 py-3 text-small">
        <div className="flex items-center justify-between gap-3">
          <h3 className="min-w-0 truncate font-semibold">
            <span className="font-mono text-second">{node.ref}</span> {nameOf(node)}
          </h3>
          <Button size="small" icon={<Pointer aria-hidden="true" />} onClick={() => void tap()}>
            {texts.tap}
          </Button>
        </div>
        <dl className="mt-1 grid grid-cols-[80px_minmax(0,1fr)] gap-x-3 gap-y-1">
          <dt className="text-second">{texts.rectangle}</dt>
          <dd className="font-mono">
            {x}, {y} · {width} × {height}
          </dd>
          <dt className="text-second">{texts.state}</dt>
          <dd>{stateWords(node).join(', ') || texts.usual}</dd>
          {node.value ? (
            <>
              <dt className="text-second">{texts.holds}</dt>
              <dd className="truncate" title={node.value}>
                {node.value}
              </dd>
            </>
          ) : null}
          <dt className="text-second">{texts.selector}</dt>
          <dd className="flex min-w-0 items-center gap-2">
            <code className="min-w-0 flex-1 truncate" title={selector}>
              {selector}
            </code>
            <CopyButton
              value={selector}
              label={texts.selector}
              onCopied={() => undefined}
              onFailed={() => toast.error(sessionTexts.failedToCopyToClipboard)}
            />
          </dd>
        </dl>
        {last === null ? (
          <p role="status" className="min-h-5 text-second">
            {failure}
          </p>
        ) : null}
      </section>
    </>
  );
}
