import { applyScreenNotice, type ScreenNode, type ScreenNotice } from '@pocketfleet/contract';
import { useEffect, useState } from 'react';
import { useClient } from '../../../api/api-provider.tsx';
import { createStartStream } from '../../../streams/start-stream.ts';
import { type LinkState, ScreenLink } from './screen-link.ts';

export type LiveScreen = {
  link: LinkState;
  nodes: readonly ScreenNode[];
  /** The last notice; null before the first. With a problem, the nodes are of `readAtMs`. */
  notice: ScreenNotice | null;
  readAtMs: number;
  /** The nodes that are new or have changed since the screen was last at rest. */
  changed: ReadonlySet<string>;
};

const nothing: LiveScreen = {
  link: { name: 'connecting' },
  nodes: [],
  notice: null,
  readAtMs: 0,
  changed: new Set(),
};

/** Reads the phone's screen while the component is there. */
export function useLiveScreen(deviceId: string): LiveScreen {
  const client = useClient();
  const [screen, setScreen] = useState(nothing);
  useEffect(() => {
    const link = new ScreenLink(createStartStream(client, deviceId, 'screen'), {
      onState: (state) => setScreen((before) => ({ ...before, link: state })),
      onNotice: (notice) => setScreen((before) => withNotice(before, notice, Date.now())),
    });
    link.start();
    return () => link.stop();
  }, [client, deviceId]);
  return screen;
}

export function withNotice(before: LiveScreen, notice: ScreenNotice, nowMs: number): LiveScreen {
  if (notice.problem !== null) return { ...before, notice };
  const isSame = notice.type === 'changes' && notice.nodes.length === 0 && notice.refs === null;
  const nodes = isSame ? before.nodes : applyScreenNotice(before.nodes, notice);
  const wasAtRest = before.notice?.settled === true && notice.settled !== true;
  const earlier = wasAtRest || notice.type === 'outline' ? [] : before.changed;
  const fresh = notice.type === 'outline' ? [] : refsOf(notice.changed);
  return { ...before, nodes, notice, readAtMs: nowMs, changed: new Set([...earlier, ...fresh]) };
}

/** The refs of lines such as `~ n15 button "Like"`. What is gone has no line in the outline. */
function refsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /^[+~] (n\d+) /.exec(line)?.[1] ?? []);
}
