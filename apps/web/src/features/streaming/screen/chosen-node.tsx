import type { ScreenNode } from '@pocketfleet/contract';
import { Button, CopyButton, toast } from '@pocketfleet/ui';
import { Pointer } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import * as texts from '#language/screen';
import * as sessionTexts from '#language/session';
import { type DoneAction, LastAction } from './last-action.tsx';
import { nameOf, selectorOf, stateWords } from './node-words.ts';
import { outcomeWords, useScreenAction } from './use-screen-action.ts';

type Props = {
  node: ScreenNode | undefined;
  /** All that is on the screen now. */
  nodes: readonly ScreenNode[];
  deviceId: string;
  /** At the left of the phone; null where there is no room. */
  column: HTMLElement | null;
};

/** The facts about the chosen control, with a selector to copy. */
export function ChosenNode({ node, nodes, deviceId, column }: Props) {
  const [last, setLast] = useState<DoneAction | null>(null);
  const [said, setSaid] = useState('');
  const [failure, setFailure] = useState('');
  const act = useScreenAction(deviceId);
  const card = last === null ? null : <LastAction action={last} />;
  const lastAction = (
    <>
      {card !== null && column !== null ? createPortal(card, column) : null}
      {card !== null && column === null ? (
        <div
          style={{ maxHeight: 'max(30%, 160px)' }}
          className="shrink-0 overflow-y-auto border-hairline border-t px-4 py-3"
        >
          {card}
        </div>
      ) : null}
      {/* It is there before its words, so that they are read out. */}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
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
    setSaid('');
    setFailure('');
    const startedMs = performance.now();
    let isAnswered = false;
    const words = await act({ action: 'tap', ref: node.ref }, (result) => {
      isAnswered = true;
      const tookMs = performance.now() - startedMs;
      setLast({
        what: texts.tapped(nameOf(node)),
        ref: node.ref,
        result,
        atMs: Date.now(),
        tookMs,
        before: nodes,
      });
      setSaid(outcomeWords(result));
    });
    if (!isAnswered) setFailure(words);
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
          <Button size="small" icon={<Pointer aria-hidden="true" />} onClick={tap}>
            {texts.tap}
          </Button>
        </div>
        <dl style={{ gridTemplateColumns: '80px minmax(0, 1fr)' }} className="mt-1 grid gap-x-3 gap-y-1">
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
        <p role="status" className="text-warning">
          {failure}
        </p>
      </section>
    </>
  );
}
