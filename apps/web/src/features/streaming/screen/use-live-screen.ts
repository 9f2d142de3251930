import { applyScreenNotice, type ScreenNode, type ScreenNotice } from '@pocketfleet/contract';
import { useEffect, useRef, useState } from 'react';
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
  changed: ReadonlyMap<string, '+' | '~'>;
  /** Asks for the screen now. Resolves when it was asked, whatever came of it: that comes as a notice. */
  askAgain(): Promise<void>;
};
type Seen = Omit<LiveScreen, 'askAgain'>;

const nothing: Seen = {
  link: { name: 'connecting' },
  nodes: [],
  notice: null,
  readAtMs: 0,
  changed: new Map(),
};

/** Reads the phone's screen while the component is there. */
export function useLiveScreen(deviceId: string): LiveScreen {
  const client = useClient();
  const [screen, setScreen] = useState(nothing);
  const current = useRef<ScreenLink | null>(null);
  useEffect(() => {
    const link = new ScreenLink(createStartStream(client, deviceId, 'screen'), {
      onState: (state) => setScreen((before) => ({ ...before, link: state })),
      onNotice: (notice) => setScreen((before) => withNotice(before, notice, Date.now())),
    });
    link.start();
    current.current = link;
    return () => link.stop();
  }, [client, deviceId]);
  const hasEnded = screen.link.name === 'ended';
  const askAgain = async (): Promise<void> => {
    if (hasEnded) current.current?.start();
    // A reading for anybody is told to everybody who listens.
    else await client.call('readScreen', { params: { id: deviceId }, query: {} }).catch(() => undefined);
  };
  return { ...screen, askAgain };
}

export function withNotice(before: Seen, notice: ScreenNotice, nowMs: number): Seen {
  if (notice.problem !== null) return { ...before, notice };
  const isSame = notice.type === 'changes' && notice.nodes.length === 0 && notice.refs === null;
  const nodes = isSame ? before.nodes : withHints(before.nodes, applyScreenNotice(before.nodes, notice));
  const wasAtRest = before.notice?.settled === true && notice.settled !== true;
  const earlier = wasAtRest || notice.type === 'outline' ? [] : before.changed;
  const fresh = notice.type === 'outline' ? [] : signsOf(notice.changed);
  const changed = new Map([...earlier, ...fresh]);
  // On another screen everything is new, and marks say nothing.
  const isOther = changed.size * 2 > nodes.length && changed.size > 1;
  return { ...before, nodes, notice, readAtMs: nowMs, changed: isOther ? new Map() : changed };
}

/** Android tells a field's hint only while the field is empty, and people know it by that. */
function withHints(before: readonly ScreenNode[], now: readonly ScreenNode[]): readonly ScreenNode[] {
  const hints = new Map(before.map(({ ref, hint }) => [ref, hint]));
  return now.map((node) =>
    node.role === 'field' && node.hint === null && node.label === ''
      ? { ...node, hint: hints.get(node.ref) ?? null }
      : node,
  );
}

/** Of lines such as `~ n15 button "Like"`. A control that is gone has no line in the outline. */
function signsOf(lines: readonly string[]): [string, '+' | '~'][] {
  return lines.flatMap((line) => {
    const [, sign, ref] = /^([+~]) (n\d+) /.exec(line) ?? [];
    return ref === undefined ? [] : [[ref, sign === '+' ? '+' : '~']];
  });
}
