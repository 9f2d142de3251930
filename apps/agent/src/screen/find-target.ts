// Pure: looks an action's target up on a fresh reading, and refuses what can't be hit surely.
import type { ActionRefusal, ScreenNode } from '@pocketfleet/contract';
import type { Point } from '../scrcpy/control-session.ts';
import { holds } from './outline/boxes.ts';
import type { Observation } from './outline/observation.ts';
import type { OutlineNode } from './outline/outline-text.ts';

export type Found =
  | { readonly kind: 'found'; readonly point: Point; readonly node: OutlineNode | undefined }
  | { readonly kind: 'refused'; readonly why: ActionRefusal; readonly nodes: readonly ScreenNode[] };

type Target = {
  readonly ref?: string | undefined;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
};

const maxNearest = 3;
const minVisibleShare = 0.5;

/** `seen`: the node as the caller saw it last. With `isSwipe` the controls inside of it don't matter. */
export function findTarget(
  target: Target,
  observation: Observation,
  seen: ScreenNode | undefined,
  isSwipe = false,
): Found {
  const { ref, x, y } = target;
  if (ref === undefined) {
    if (x === undefined || y === undefined) return refuse('no_target');
    return { kind: 'found', point: { x, y }, node: undefined };
  }
  const node = observation.nodes.find((one) => one.ref === ref);
  if (node === undefined) return refuse('gone', nearest(observation.nodes, seen));
  const { rect, states } = node;
  if (states.includes('disabled')) return refuse('disabled', [node]);
  if (states.includes('covered')) return refuse('covered', [node]);
  if (rect.width < 1 || rect.height < 1 || node.visibleShare < minVisibleShare)
    return refuse('hidden', [node]);
  // A name stays with a control whose text changes; but "Save" must not be tapped where it says "Delete" now.
  if (seen !== undefined && (seen.role !== node.role || seen.label !== node.label))
    return refuse('changed', [node]);
  if (isSwipe) return { kind: 'found', point: middle(node), node };
  const later = controlsAfter(node, observation.nodes);
  const isFree = freePlaces(node, later, observation);
  const point = pointsOf(node).find(isFree);
  // A touch of a list's middle would press the row that is there.
  if (point === undefined) return refuse('covered', later.filter((one) => isAt(one, middle(node))).slice(-1));
  return { kind: 'found', point, node };
}

/** Whether a touch of this point would press this node. */
export function isPressedAt(
  point: Point,
  node: OutlineNode,
  observation: Pick<Observation, 'nodes' | 'keyboard'>,
): boolean {
  return isAt(node, point) && freePlaces(node, controlsAfter(node, observation.nodes), observation)(point);
}

function freePlaces(
  { above }: OutlineNode,
  later: readonly OutlineNode[],
  { keyboard }: Pick<Observation, 'keyboard'>,
): (point: Point) => boolean {
  const bottom = keyboard?.top ?? Number.POSITIVE_INFINITY;
  return (point) =>
    point.y < bottom &&
    !above.some((window) => holds(window, point)) &&
    !later.some((control) => isAt(control, point));
}

/** The controls inside this node or over it that can be pressed by themselves: they follow it in the outline. */
function controlsAfter(node: OutlineNode, nodes: readonly OutlineNode[]): OutlineNode[] {
  return nodes.slice(nodes.indexOf(node) + 1).filter(({ canAct, role }) => canAct && role !== 'list');
}

/** The middle first, then places around it. */
function pointsOf({ rect: { x, y, width, height } }: OutlineNode): Point[] {
  const shares = [0.5, 0.25, 0.75, 0.1, 0.9];
  const at = (start: number, size: number, share: number) => start + Math.floor(size * share);
  return shares.flatMap((down) =>
    shares.map((along) => ({ x: at(x, width, along), y: at(y, height, down) })),
  );
}

export function isAt({ rect }: Pick<ScreenNode, 'rect'>, { x, y }: Point): boolean {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

function refuse(why: ActionRefusal, nodes: readonly ScreenNode[] = []): Found {
  return { kind: 'refused', why, nodes };
}

function nearest(nodes: readonly ScreenNode[], seen: ScreenNode | undefined): ScreenNode[] {
  if (seen === undefined) return [];
  const distance = (node: ScreenNode): number => {
    const [a, b] = [middle(node), middle(seen)];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  const isLike = (node: ScreenNode): number =>
    Number(node.label === seen.label && seen.label !== '') * 2 + Number(node.role === seen.role);
  return [...nodes].sort((a, b) => isLike(b) - isLike(a) || distance(a) - distance(b)).slice(0, maxNearest);
}

function middle({ rect }: Pick<ScreenNode, 'rect'>): Point {
  return { x: rect.x + Math.floor(rect.width / 2), y: rect.y + Math.floor(rect.height / 2) };
}
