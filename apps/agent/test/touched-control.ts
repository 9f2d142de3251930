// Finds the control that a touch of a simulated phone hits, from the phone's own tree at that moment: an independent check
// of where an agent touches.
import type { ScreenNode } from '@pocketfleet/contract';
import type { AccessibilityNode, AccessibilityWindow, AndroidScreen, Bounds } from '@pocketfleet/phone-parts';

export type Touched = {
  /** From the outside to the inside, of the uppermost window at the point; bounds as containers cut them. */
  readonly nodes: readonly { readonly node: AccessibilityNode; readonly bounds: Bounds }[];
  /** The whole screen, to compare. */
  readonly tree: string;
};

/** The shell's `input` has the pointers below this number. */
const firstScrcpyPointer = 16;

/** Calls the listener with each finger of scrcpy that touches the display, before the phone sees it. */
export function watchTouches(screen: AndroidScreen, onDown: (touched: Touched) => void): void {
  const touch = screen.touch.bind(screen);
  screen.touch = (action, pointerId, x, y, pressure) => {
    if (action === 'down' && pointerId >= firstScrcpyPointer) onDown(touchedAt(screen, x, y));
    touch(action, pointerId, x, y, pressure);
  };
}

export function treeOf(screen: AndroidScreen): string {
  return JSON.stringify(screen.windows());
}

/** True when the touch hits this control: it is at the point, and nothing in it is a control of its own there. */
export function hits({ nodes }: Touched, { rect, label }: ScreenNode): boolean {
  const named = nodes.findLastIndex(
    ({ node, bounds }) =>
      Math.abs(bounds.left - rect.x) <= 1 &&
      Math.abs(bounds.top - rect.y) <= 1 &&
      Math.abs(bounds.right - bounds.left - rect.width) <= 1 &&
      Math.abs(bounds.bottom - bounds.top - rect.height) <= 1 &&
      isCalled(node, label),
  );
  const inner = nodes.slice(named + 1);
  return named !== -1 && !inner.some(({ node }) => node.isClickable || node.isEditable);
}

/** The same, on a screen that has moved: a control is known by its name, and one without a name by its id and its size. */
export function hitsByName({ nodes }: Touched, named: ScreenNode): boolean {
  const innermost = nodes.findLast(({ node }) => node.isClickable || node.isEditable) ?? nodes.at(-1);
  if (innermost === undefined) return false;
  if (named.label !== '' && !named.label.startsWith('(hidden)')) return isCalled(innermost.node, named.label);
  const { left, top, right, bottom } = innermost.bounds;
  const hasSameId = (innermost.node.resourceId ?? '').replace(/^.*\//, '') === (named.id ?? '');
  const isAsLarge =
    Math.abs(right - left - named.rect.width) <= 1 && Math.abs(bottom - top - named.rect.height) <= 1;
  return hasSameId && isAsLarge;
}

/** Controls outside lists, by their id alone: a text may have changed since it was read, which the caller was told. */
export function hitsById({ nodes }: Touched, { id }: ScreenNode): boolean {
  const innermost = nodes.findLast(({ node }) => node.isClickable || node.isEditable) ?? nodes.at(-1);
  const isInList = nodes.slice(0, -1).some(({ node }) => node.scroll !== undefined);
  return id !== undefined && !isInList && innermost?.node.resourceId?.replace(/^.*\//, '') === id;
}

/** A label begins with one of the texts of its control, and may be hidden. */
function isCalled(node: AccessibilityNode, label: string): boolean {
  if (label === '' || label.startsWith('(hidden)')) return true;
  return textsOf(node).some((text) => label.startsWith(text.slice(0, 20)));
}

function textsOf({ text, description, children }: AccessibilityNode): string[] {
  return [text, description, ...children.flatMap(textsOf)].flatMap((one) => one?.trim() || []);
}

/** Whether the touch hits the row of a list that lay at the control's place then: equal buttons stand in many rows. */
export function hitsRow(
  { nodes }: Touched,
  { rect, role }: ScreenNode,
  before: readonly AccessibilityWindow[],
): boolean {
  // A list is touched between its controls, whichever row is there.
  if (role === 'list') return true;
  const [x, y] = [rect.x + Math.floor(rect.width / 2), rect.y + Math.floor(rect.height / 2)];
  const [then, now] = [rowOf(nodesAt(before, x, y)), rowOf(nodes)];
  if (then === undefined || now === undefined) return then === now;
  const shared = then.filter((text) => now.includes(text)).length;
  return then[0] === now[0] && shared * 2 >= Math.max(then.length, now.length);
}

/** The texts of the row of the innermost list. A page that scrolls is one row. */
function rowOf(nodes: Touched['nodes']): string[] | undefined {
  const list = nodes.findLastIndex(({ node }, at) => node.scroll !== undefined && at < nodes.length - 1);
  const row = list === -1 ? undefined : nodes[list + 1];
  return row === undefined ? undefined : textsOf(row.node);
}

function touchedAt(screen: AndroidScreen, x: number, y: number): Touched {
  return { nodes: nodesAt(screen.windows(), x, y), tree: treeOf(screen) };
}

function nodesAt(windows: readonly AccessibilityWindow[], x: number, y: number): Touched['nodes'] {
  const isIn = ({ left, top, right, bottom }: Bounds) => x >= left && x < right && y >= top && y < bottom;
  const window = windows.findLast(({ bounds, root }) => isIn(bounds) && isIn(root.bounds));
  const nodes: { node: AccessibilityNode; bounds: Bounds }[] = [];
  let node: AccessibilityNode | undefined = window?.root;
  let cut = window?.bounds;
  while (node !== undefined && cut !== undefined) {
    const bounds: Bounds = {
      left: Math.max(node.bounds.left, cut.left),
      top: Math.max(node.bounds.top, cut.top),
      right: Math.min(node.bounds.right, cut.right),
      bottom: Math.min(node.bounds.bottom, cut.bottom),
    };
    nodes.push({ node, bounds });
    if (node.scroll !== undefined) cut = bounds;
    node = node.children.findLast((child) => child.isVisible && isIn(child.bounds));
  }
  return nodes;
}
