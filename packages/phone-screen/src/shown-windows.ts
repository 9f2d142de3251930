// Turns the views of a drawing into the windows that accessibility tools see.
import type { AccessibilityNode, AccessibilityWindow, Bounds } from '@pocketfleet/phone-parts';
import type { Scene } from './draw/scene.ts';
import type { Rect } from './draw/target.ts';
import type { ShownView, ShownWindow } from './draw/view-tree.ts';

/** `density` is the number of display pixels per dp. */
export function shownWindows(scene: Scene, density: number): AccessibilityWindow[] {
  const { windows } = scene.views;
  const front = windows.findLast(({ info }) => info.takesFocus);
  return windows.flatMap((window, layer) => {
    const [root] = window.children;
    if (root === undefined) return [];
    const { type, title } = window.info;
    return {
      type,
      title,
      layer,
      isActive: window === front,
      bounds: toBounds(window, density),
      root: toNode(root, window, density),
    };
  });
}

function toNode(shown: ShownView, window: ShownWindow, density: number): AccessibilityNode {
  const { view } = shown;
  const { packageName } = window.info;
  const isHintShowing = view.isEditable === true && (view.text ?? '') === '' && view.hint !== undefined;
  const text = isHintShowing ? view.hint : view.text;
  return {
    className: view.className.includes('.') ? view.className : `android.widget.${view.className}`,
    packageName,
    ...(view.id === undefined
      ? {}
      : { resourceId: view.id.includes(':') ? view.id : `${packageName}:id/${view.id}` }),
    ...(text === undefined ? {} : { text }),
    ...(view.description === undefined ? {} : { description: view.description }),
    ...(view.isChecked === undefined ? {} : { isChecked: view.isChecked }),
    ...(view.cursor === undefined ? {} : { cursor: isHintShowing ? 0 : view.cursor }),
    ...(view.scroll === undefined ? {} : { scroll: view.scroll }),
    isHintShowing,
    isEditable: view.isEditable === true,
    isPassword: view.isPassword === true,
    isClickable: (view.onTap ?? view.touch) !== undefined || view.isEditable === true,
    isLongClickable: view.onLongPress !== undefined || view.isEditable === true,
    isSelected: view.isSelected === true,
    isEnabled: view.isEnabled !== false,
    isFocused: view.isFocused === true,
    isVisible: shown.width > 0 && shown.height > 0,
    bounds: toBounds(shown, density),
    children: shown.children.map((child) => toNode(child, window, density)),
  };
}

function toBounds({ x, y, width, height }: Rect, density: number): Bounds {
  const pixels = (dp: number) => Math.round(dp * density);
  return { left: pixels(x), top: pixels(y), right: pixels(x + width), bottom: pixels(y + height) };
}
