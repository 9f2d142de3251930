// The views of one drawing, as accessibility tools see them. Views are recorded while they are drawn, with the touch
// targets that they are, so that the tree and the picture can't disagree.
import type { Rect, Target } from './target.ts';

/** A view's description of itself, and its touches as of a target. */
export interface View extends Omit<Target, keyof Rect> {
  /** Android's class; without a dot it is one of android.widget. */
  readonly className: string;
  /** The name of the resource: `list`, or `android:id/title`. */
  readonly id?: string;
  /** Texts that are drawn inside of a view with a text or description are parts of it, not views. */
  readonly text?: string;
  readonly description?: string;
  /** Shown while an editable view has no text. */
  readonly hint?: string;
  readonly isEditable?: boolean;
  readonly isPassword?: boolean;
  /** Undefined for a view that can't be checked. */
  readonly isChecked?: boolean;
  readonly isSelected?: boolean;
  readonly isEnabled?: boolean;
  readonly isFocused?: boolean;
  readonly cursor?: number;
  readonly scroll?: { readonly forward: boolean; readonly backward: boolean };
}

export interface ShownView extends Rect {
  readonly view: View;
  readonly children: ShownView[];
}

export interface WindowInfo {
  readonly type: 'app' | 'keyboard' | 'system';
  readonly title: string;
  readonly packageName: string;
  /** True when keys and text go to this window while it is the highest of its kind. */
  readonly takesFocus?: boolean;
  /** The apps below are not shown at all, so that Android takes their windows off the list. */
  readonly hidesApps?: boolean;
}

export interface ShownWindow extends Rect {
  readonly info: WindowInfo;
  readonly children: ShownView[];
}

export class ViewTree {
  /** Lowest first. */
  windows: ShownWindow[] = [];
  #open: { readonly view?: View; readonly children: ShownView[] }[] = [];

  /** Records a window around what `draw` draws. */
  window(rect: Rect, info: WindowInfo, draw: () => void): void {
    if (info.hidesApps === true) this.windows = this.windows.filter((one) => one.info.type === 'system');
    const window = { ...rect, info, children: [] };
    this.windows.push(window);
    this.#inside(window, draw);
  }

  /** Records a view around what `draw` draws. */
  view(rect: Rect, view: View, draw: () => void): void {
    const parent = this.#open.at(-1);
    const shown = { ...rect, view, children: [] };
    parent?.children.push(shown);
    if (parent === undefined) draw();
    else this.#inside(shown, draw);
  }

  text(rect: Rect, text: string, id?: string): void {
    const parent = this.#open.at(-1);
    if (parent === undefined || parent.view?.text !== undefined || parent.view?.description !== undefined)
      return;
    const view = { className: 'TextView', text, ...(id === undefined ? {} : { id }) };
    parent.children.push({ ...rect, view, children: [] });
  }

  /** Draws without recording. */
  muted(draw: () => void): void {
    const open = this.#open;
    this.#open = [];
    draw();
    this.#open = open;
  }

  #inside(parent: { readonly view?: View; readonly children: ShownView[] }, draw: () => void): void {
    this.#open.push(parent);
    draw();
    this.#open.pop();
  }
}
