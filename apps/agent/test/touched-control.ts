// What a touch of a simulated phone hits, from the phone's own tree at that moment: an independent check of where an agent
// touches.
import type { ScreenNode } from '@pocketfleet/contract';
import type { AccessibilityNode, AndroidScreen, Bounds } from '@pocketfleet/phone-parts';

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

/** Whether the touch hits this control: it is at the point, and nothing in it is a control of its own there. */
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

/** The same, on a screen that has moved: the control is known by its name alone. */
export function hitsByName({ nodes }: Touched, { label }: ScreenNode): boolean {
  const innermost = nodes.findLast(({ node }) => node.isClickable || node.isEditable) ?? nodes.at(-1);
  return innermost !== undefined && isCalled(innermost.node, label);
}

/** A label begins with one of the texts of its control, and may be hidden. */
function isCalled(node: AccessibilityNode, label: string): boolean {
  if (label === '' || label.startsWith('(hidden)')) return true;
  return textsOf(node).some((text) => label.startsWith(text.slice(0, 20)));
}

function textsOf({ text, description, children }: AccessibilityNode): string[] {
  return [text, description, ...children.flatMap(textsOf)].flatMap((one) => one?.trim() || []);
}

function touchedAt(screen: AndroidScreen, x: number, y: number): Touched {
  const isIn = ({ left, top, right, bottom }: Bounds) => x >= left && x < right && y >= top && y < bottom;
  const window = screen.windows().findLast(({ bounds, root }) => isIn(bounds) && isIn(root.bounds));
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
  return { nodes, tree: treeOf(screen) };
}
