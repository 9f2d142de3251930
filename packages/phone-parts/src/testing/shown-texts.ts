import type { AccessibilityNode, AndroidScreen } from '../index.ts';

export interface ShownText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly clickable: boolean;
}

/** The visible texts and descriptions of a screen, lowest window first. */
export function shownTexts(screen: AndroidScreen): ShownText[] {
  const visit = (node: AccessibilityNode, isClickable: boolean): ShownText[] => {
    const clickable = isClickable || node.isClickable;
    const { left, top, right, bottom } = node.bounds;
    const text = node.text ?? node.description;
    const own =
      text === undefined || !node.isVisible
        ? []
        : [{ text, x: left, y: top, width: right - left, height: bottom - top, clickable }];
    return [...own, ...node.children.flatMap((child) => visit(child, clickable))];
  };
  return screen.windows().flatMap((window) => visit(window.root, false));
}
