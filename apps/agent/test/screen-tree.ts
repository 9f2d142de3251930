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

/** A page that scrolls: one child, which holds everything. */
export function page(names: string, { top = 0 } = {}): TreeNode {
  return node(
    {
      className: 'android.widget.ScrollView',
      box: box(0, 0, 1080, 1000),
      scroll: { forward: true, backward: true },
    },
    node(
      {},
      ...[...names].map((name, at) => button(name, box(0, top + at * 100, 1080, top + at * 100 + 100))),
    ),
  );
}

/** A list whose rows are rows of pictures to swipe. */
export function shelves(names: string, { top = 0, backward = true } = {}): TreeNode {
  return node(
    {
      className: 'androidx.recyclerview.widget.RecyclerView',
      resourceId: 'com.shop:id/shelves',
      box: box(0, 0, 1080, 1000),
      scroll: { forward: true, backward },
    },
    ...[...names].map((name, at) => {
      const place = (left: number) => box(left, top + at * 200, left + 400, top + at * 200 + 200);
      return node(
        { box: box(0, top + at * 200, 1080, top + at * 200 + 200) },
        text(`Shelf ${name}`, place(0)),
        node(
          {
            className: 'android.widget.HorizontalScrollView',
            box: box(400, top + at * 200, 1080, top + at * 200 + 200),
            scroll: { forward: true, backward: false },
          },
          button(`${name}1`, place(400)),
          button(`${name}2`, place(800)),
        ),
      );
    }),
  );
}
