// Pure: which nodes of a window are covered by a control that is drawn over them. One walk from the last drawn node to the first,
// because a hostile screen may have thousands of siblings.
import type { Box, TreeNode, TreeWindow } from '../tree.ts';
import { centreOf, holds, intersection, isEmpty } from './boxes.ts';

/** Boxes are sorted by their height on the screen, so that a point is compared with few of them. */
const bands = 64;

export function coveredNodes({ root, box }: TreeWindow): Set<TreeNode> {
  const covered = new Set<TreeNode>();
  const drawnLater = new Boxes(box);
  const visit = (node: TreeNode, clip: Box, isHidden: boolean): void => {
    const shown = intersection(node.box, clip);
    if (drawnLater.hold(centreOf(shown))) covered.add(node);
    const isGone = isHidden || !node.isVisible || isEmpty(shown);
    const inner = node.scroll === undefined ? clip : shown;
    const firstDrawnFirst = [...node.children].sort((a, b) => a.drawingOrder - b.drawingOrder);
    for (const child of firstDrawnFirst.reverse()) visit(child, inner, isGone);
    // Only now, because a control doesn't cover what is inside of it.
    if (!isGone && (node.isClickable || node.isEditable)) drawnLater.add(shown);
  };
  visit(root, box, false);
  return covered;
}

class Boxes {
  readonly #top: number;
  readonly #height: number;
  readonly #bands: Box[][] = Array.from({ length: bands }, () => []);

  constructor({ top, bottom }: Box) {
    this.#top = top;
    this.#height = Math.max(1, (bottom - top) / bands);
  }

  add(box: Box): void {
    for (let band = this.#bandOf(box.top); band <= this.#bandOf(box.bottom); band++)
      this.#bands[band]?.push(box);
  }

  hold(point: { readonly x: number; readonly y: number }): boolean {
    return this.#bands[this.#bandOf(point.y)]?.some((box) => holds(box, point)) ?? false;
  }

  #bandOf(y: number): number {
    return Math.min(bands - 1, Math.max(0, Math.floor((y - this.#top) / this.#height)));
  }
}
