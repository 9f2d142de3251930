// Whether switches are on. The resident reader's tree doesn't tell, but `uiautomator dump` does, for the window in front: it
// is asked once, with the reader closed, because both need the phone's only UiAutomation.
import type { ScreenNode, ScreenState } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import { runCommands } from '../adb/run-commands.ts';
import { toRect } from './outline/boxes.ts';
import { collectItems } from './outline/items.ts';
import { parseTree } from './tree.ts';

/** It waits up to ten seconds for a screen that rests. */
const dumpTimeoutMs = 15_000;

/** Empty where Android gives no dump, as on a screen that never rests. Ends on the signal, and rejects with its reason. */
export async function readSwitchStates(
  adb: Adb,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ScreenState>> {
  const [output = ''] = await runCommands(adb, ['uiautomator dump /dev/tty 2>&1'], dumpTimeoutMs, signal);
  if (!output.includes('<hierarchy')) return new Map();
  return new Map(
    collectItems(parseTree(Buffer.from(output))).flatMap(({ role, box, states }) => {
      const state = states.find((one) => one === 'checked' || one === 'unchecked');
      return state === undefined ? [] : [[placeOf({ role, rect: toRect(box) }), state]];
    }),
  );
}

/** The node with the state that was read for it. A switch that has moved meanwhile stays unknown. */
export function withState<Node extends ScreenNode>(
  node: Node,
  states: ReadonlyMap<string, ScreenState>,
): Node {
  const state = states.get(placeOf(node));
  if (state === undefined || !node.states.includes('unknown')) return node;
  return { ...node, states: node.states.map((one) => (one === 'unknown' ? state : one)) };
}

function placeOf({ role, rect }: Pick<ScreenNode, 'role' | 'rect'>): string {
  return JSON.stringify([role, rect.x, rect.y, rect.width, rect.height]);
}
