// Where an action's finger comes down: on a control, on a point, or in the middle of the screen.
import type { ScreenNode } from '@pocketfleet/contract';
import { type Found, findTarget } from './find-target.ts';
import type { Observation } from './outline/observation.ts';
import { type OutlineNode, toScreenNode } from './outline/outline-text.ts';
import type { Place } from './perform.ts';
import type { Readings } from './readings.ts';
import { Refused } from './refusal.ts';
import { ScreenError } from './screen-error.ts';

export type Target = { readonly place: Place; readonly node: OutlineNode | undefined };

type Placed = {
  action: string;
  ref?: string | undefined;
  x?: number | undefined;
  y?: number | undefined;
  direction?: string | undefined;
};

/** Undefined where nothing is named. Throws Refused. */
export function findPlace(
  readings: Pick<Readings, 'last' | 'seenBy'>,
  caller: string,
  action: Placed,
  before: Observation | undefined,
): Target | undefined {
  const isNowhere = action.ref === undefined && action.x === undefined;
  if (isNowhere && action.direction === undefined) return undefined;
  const observation = before ?? readings.last?.observation;
  if (observation === undefined) throw new ScreenError('failed', 'the screen could not be read');
  const { display } = observation;
  const { width, height } = display;
  // A swipe that only says its direction is one of the whole screen.
  if (isNowhere)
    return {
      node: undefined,
      place: { point: { x: Math.floor(width / 2), y: Math.floor(height / 2) }, size: display, display },
    };
  if (action.ref === undefined && ((action.x ?? 0) >= width || (action.y ?? 0) >= height))
    throw new Refused(
      'no_target',
      [],
      `This point is not on the display, which has ${width} × ${height} pixels.`,
    );
  const seen = action.ref === undefined ? undefined : readings.seenBy(caller, action.ref);
  const found: Found = findTarget(action, observation, seen, action.action === 'swipe');
  if (found.kind === 'refused') {
    const nodes = found.nodes.map(plain);
    // On the lock screen nothing of the apps is there.
    if (observation.isLocked !== true) throw new Refused(found.why, nodes);
    const state = { isLocked: true, isDisplayOff: false };
    throw new Refused(found.why, nodes, 'The phone is locked.', state);
  }
  const { node, point } = found;
  const size = node === undefined ? display : node.rect;
  return { node, place: { point, size, display } };
}

/** Without what only the outline needs. */
export function plain(node: ScreenNode): ScreenNode {
  return 'canAct' in node ? toScreenNode(node as OutlineNode) : node;
}
