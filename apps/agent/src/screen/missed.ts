// Pure: whether a touch of a named control has missed it. Reading and touch are not atomic: a list may scroll in between. The
// readings after the touch tell, unless the touch has brought another screen: a miss looks like a hit there.
import type { ScreenNode } from '@pocketfleet/contract';
import type { Point } from '../scrcpy/control-session.ts';
import { isAt, isPressedAt } from './find-target.ts';
import { compare } from './outline/changes.ts';
import type { Observation } from './outline/observation.ts';
import type { OutlineNode } from './outline/outline-text.ts';

export interface TouchedNode {
  /** As it was in the reading before the touch. */
  readonly node: OutlineNode;
  readonly point: Point;
  /** It was seen under the finger while that was down. */
  readonly wasThere?: boolean | undefined;
}
type Reading = Pick<Observation, 'nodes' | 'keyboard' | 'display'>;
type Seen = Reading & { readonly byRef: ReadonlyMap<string, OutlineNode> };

/** `first`: the first reading after the touch. `atRest`: the last one, when the screen had settled. */
export function wasMissed(
  { node, point, wasThere }: TouchedNode,
  ...readings: readonly [before: Reading, first: Reading, atRest: Reading]
): boolean {
  const [before, first, atRest] = readings.map(byRef) as [Seen, Seen, Seen];
  // scrcpy drops a touch for a display of another size, and a turned screen has other things at the point.
  if (isWide(before) !== isWide(first)) return true;
  // It has opened another screen, and what opens may move it away or give a field the focus.
  if (wasThere === true && compare(before.nodes, atRest.nodes).isOther) return false;
  const hasKeyboardMoved = ({ keyboard }: Reading): boolean => before.keyboard?.top !== keyboard?.top;
  // A field may get the focus and its keyboard only after the first reading.
  if ([first, atRest].some((seen) => hasOtherFieldFocus(node, before, seen, hasKeyboardMoved(seen))))
    return true;
  const now = first.byRef.get(node.ref);
  const later = atRest.byRef.get(node.ref);
  const hasScrolled = (seen: Seen): boolean => hasListScrolled(node, before, seen, hasKeyboardMoved(seen));
  if (now !== undefined && isAt(now, point)) {
    if (!hasKeyboardMoved(first) && hasInnerControlMoved(now, point, before, first)) return true;
    // Some phones tell the tree of before once more after they have scrolled.
    const isStale = hasSamePlaces(before, first) && (later === undefined || !isAt(later, point));
    return isStale && !hasKeyboardMoved(atRest) && hasScrolled(atRest);
  }
  if (now !== undefined) {
    // When a touch closes the keyboard, the touched button moves, and that is no miss. When the keyboard opens by itself, the
    // target moved before the touch.
    const hasFocus = [now, later].some((one) => one !== undefined && isFocusedField(one));
    return !hasKeyboardMoved(first) || (before.keyboard === null && !hasFocus);
  }
  if (hasScrolled(first) || hasScrolled(atRest)) return true;
  // A field stays when it is touched, or opens another screen: it had left before.
  if (later === undefined) return node.role === 'field' && !compare(before.nodes, atRest.nodes).isOther;
  // Something lay over it that the reading before did not show, and the touch has closed that.
  const hasClosedOther =
    compare(before.nodes, first.nodes).isOther && !compare(before.nodes, atRest.nodes).isOther;
  return hasClosedOther || (!hasKeyboardMoved(atRest) && !isAt(later, point));
}

/**
 * Whether the target is not under the finger that is still down. After the touch that may look as a hit: what it was to open is
 * open already.
 */
export function isAway(
  { node, point }: TouchedNode,
  { nodes, keyboard }: Pick<Observation, 'nodes' | 'keyboard'>,
): boolean {
  const now = nodes.find(({ ref }) => ref === node.ref);
  return now === undefined || !isPressedAt(point, now, { nodes, keyboard });
}

/** A control inside of the target lies at the point now, and did not before: the target moved a little before the touch. */
function hasInnerControlMoved(target: OutlineNode, point: Point, before: Seen, first: Seen): boolean {
  return first.nodes.slice(first.nodes.indexOf(target) + 1).some((node) => {
    const old = before.byRef.get(node.ref);
    return node.canAct && node.role !== 'list' && isAt(node, point) && old !== undefined && !isAt(old, point);
  });
}

/** The focus is in a field that was there before the touch and that lies outside of the target. */
function hasOtherFieldFocus(
  target: OutlineNode,
  before: Seen,
  after: Seen,
  hasKeyboardMoved: boolean,
): boolean {
  return after.nodes.some((node) => {
    const old = before.byRef.get(node.ref);
    if (node.ref === target.ref || !isFocusedField(node) || (old !== undefined && isFocusedField(old)))
      return false;
    // With its keyboard open already, a button such as "Next" goes from field to field.
    return old === undefined ? !target.canAct : hasKeyboardMoved && !isInside(old, target);
  });
}

/**
 * The target's list has scrolled. A row that left because it was touched leaves the rows before it in their places. A list may
 * lie in another one, which has scrolled.
 */
function hasListScrolled(target: OutlineNode, before: Seen, now: Seen, hasKeyboardMoved: boolean): boolean {
  const { row } = target;
  const listBefore = row === undefined ? undefined : before.byRef.get(row.list);
  if (row === undefined || listBefore === undefined) return false;
  const listNow = now.byRef.get(row.list);
  const isInPlace = listNow !== undefined && hasSamePlace(listBefore, listNow);
  if (!isInPlace && hasListScrolled(listBefore, before, now, hasKeyboardMoved)) return true;
  // A header that folds while its list scrolls moves the list. So does a keyboard, and that says nothing.
  if (listNow === undefined || (!isInPlace && hasKeyboardMoved)) return false;
  if (listBefore.more?.before === false && listNow.more?.before === true) return true;
  const { earlier, others } = neighboursOf(target, before);
  const staying = others.filter((node) => now.byRef.has(node.ref));
  if (staying.length === 0) return others.length > 0 && listNow.more?.before === true;
  const hasMoved = (node: OutlineNode): boolean => {
    const again = now.byRef.get(node.ref);
    return again !== undefined && !hasSamePlace(node, again);
  };
  if (earlier.some(hasMoved)) return true;
  // Rows stand above the first visible row, and we know none of them: the list was scrolled. A deleted row could look the
  // same, but is rarer.
  const mayHaveScrolled = listBefore.more?.before === true || earlier.length > 0;
  const areAllGone = mayHaveScrolled && earlier.every((node) => !now.byRef.has(node.ref));
  return areAllGone && staying.some(hasMoved);
}

/** The rest of the target's list: in other rows, or in a page that scrolls, which is one row, beside the target. */
function neighboursOf(
  target: OutlineNode,
  { nodes }: Reading,
): { earlier: OutlineNode[]; others: OutlineNode[] } {
  const { list, index = 0 } = target.row ?? {};
  const inside = nodes.filter((node) => node.row?.list === list);
  const isPage = inside.every((node) => node.row?.index === index);
  const others = inside.filter((node) =>
    isPage ? !isInside(node, target) && !isInside(target, node) : node.row?.index !== index,
  );
  const beforeIt = new Set(
    inside.slice(
      0,
      inside.findIndex(({ ref }) => ref === target.ref),
    ),
  );
  const earlier = others.filter((node) => (isPage ? beforeIt.has(node) : (node.row?.index ?? 0) < index));
  return { earlier, others };
}

function hasSamePlaces(a: Seen, b: Seen): boolean {
  return (
    a.nodes.length === b.nodes.length &&
    a.nodes.every((node) => {
      const other = b.byRef.get(node.ref);
      return other !== undefined && hasSamePlace(node, other);
    })
  );
}

function byRef(reading: Reading): Seen {
  return { ...reading, byRef: new Map(reading.nodes.map((node) => [node.ref, node])) };
}

function isWide({ display: { width, height } }: Reading): boolean {
  return width > height;
}

function isFocusedField({ role, states }: ScreenNode): boolean {
  return role === 'field' && states.includes('focused');
}

function hasSamePlace({ rect: a }: ScreenNode, { rect: b }: ScreenNode): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

function isInside({ rect: inner }: ScreenNode, { rect: outer }: ScreenNode): boolean {
  const [right, bottom] = [outer.x + outer.width, outer.y + outer.height];
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= right &&
    inner.y + inner.height <= bottom
  );
}
