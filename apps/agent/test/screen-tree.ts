// Trees of screens for tests, written as short as they are drawn.
import type { Box, TreeNode, TreeWindow } from '../src/screen/tree.ts';

export function box(left: number, top: number, right: number, bottom: number): Box {
  return { left, top, right, bottom };
}

const screen = box(0, 0, 1080, 2400);

export function node(what: Partial<TreeNode> = {}, ...children: TreeNode[]): TreeNode {
  return {
    text: '',
    isHintShowing: false,
    isEditable: false,
    resourceId: '',
    className: 'android.widget.FrameLayout',
    packageName: 'com.shop',
    description: '',
    isVisible: true,
    drawingOrder: 0,
    isClickable: false,
    isEnabled: true,
    isFocused: false,
    isSelected: false,
    isPassword: false,
    isChecked: undefined,
    scroll: undefined,
    box: screen,
    children,
    ...what,
  };
}

export function text(value: string, where: Box = screen, what: Partial<TreeNode> = {}): TreeNode {
  return node({ className: 'android.widget.TextView', text: value, box: where, ...what });
}

export function button(value: string, where: Box, what: Partial<TreeNode> = {}): TreeNode {
  return text(value, where, { className: 'android.widget.Button', isClickable: true, ...what });
}

export function windowOf(root: TreeNode, what: Partial<TreeWindow> = {}): TreeWindow {
  return { type: 'app', layer: 1, isActive: true, isFocused: true, box: root.box, root, ...what };
}

/** A list with rows of 100 pixels, of which the first lies at `top`. */
export function list(rows: readonly TreeNode[][], top = 0, what: Partial<TreeNode> = {}): TreeNode {
  const children = rows.map((inside, at) => {
    const y = top + at * 100;
    return node({ isClickable: true, box: box(0, y, 1080, y + 100) }, ...inside);
  });
  return node(
    {
      className: 'androidx.recyclerview.widget.RecyclerView',
      box: box(0, 0, 1080, 1000),
      scroll: { forward: true, backward: false },
      ...what,
    },
    ...children,
  );
}
