import type { ScreenNode } from '@pocketfleet/contract';
import { useEffect, useState } from 'react';
import { useClient } from '../../../api/api-provider.tsx';

/** Asked for when a screen with switches has come to rest, because asking takes the screen reader for a moment. */
const waitMs = 400;
/** The reader may be busy with something else. The waits grow: 0.4, 1.6, 3.6, 6.4 s. */
const maxAttempts = 4;

/**
 * The nodes with the states of switches, which a running reader doesn't tell. A state counts until the screen changes or
 * something was done here (`acted` counts that): a switch that is switched looks the same to the reader. Until it is known
 * again it is unknown.
 */
export function useSwitchStates(
  deviceId: string,
  nodes: readonly ScreenNode[],
  isSettled: boolean,
  acted: number,
): readonly ScreenNode[] {
  const client = useClient();
  const [known, setKnown] = useState<{
    of: readonly ScreenNode[];
    acted: number;
    states: Map<string, ScreenNode>;
  } | null>(null);
  const isKnown = known?.of === nodes && known.acted === acted;
  const isNeeded = isSettled && nodes.some(({ states }) => states.includes('unknown')) && !isKnown;
  useEffect(() => {
    if (!isNeeded) return;
    const abort = new AbortController();
    let timer: number | undefined;
    const ask = (attempt: number): void => {
      const read = async (): Promise<void> => {
        const full = await client.call('readScreen', {
          params: { id: deviceId },
          query: { view: 'full' },
          signal: abort.signal,
        });
        if (full.problem !== null) throw new Error(full.problem);
        setKnown({ of: nodes, acted, states: new Map(full.nodes.map((node) => [node.ref, node])) });
      };
      timer = window.setTimeout(
        () => {
          read().catch(() => {
            // In the end they stay unknown, and are told so.
            if (!abort.signal.aborted && attempt < maxAttempts) ask(attempt + 1);
          });
        },
        waitMs * attempt ** 2,
      );
    };
    ask(1);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [client, deviceId, isNeeded, nodes, acted]);
  if (!isKnown) return nodes;
  return nodes.map((node) =>
    node.states.includes('unknown')
      ? { ...node, states: known.states.get(node.ref)?.states ?? node.states }
      : node,
  );
}
