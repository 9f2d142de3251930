// The screen as Android's accessibility describes it: windows with trees of nodes, in pixels of the display.

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** AccessibilityNodeInfo. Fields that are left out are false or absent. */
export interface AccessibilityNode {
  readonly className: string;
  readonly packageName: string;
  /** "package:id/name". */
  readonly resourceId?: string;
  readonly text?: string;
  readonly description?: string;
  /** The text is the hint of an empty field. */
  readonly isHintShowing: boolean;
  readonly isEditable: boolean;
  readonly isPassword: boolean;
  readonly isClickable: boolean;
  readonly isLongClickable: boolean;
  /** Undefined for a node that can't be checked. */
  readonly isChecked?: boolean;
  readonly isSelected: boolean;
  readonly isEnabled: boolean;
  readonly isFocused: boolean;
  /** The end of a field's text, in UTF-16 units, where the cursor is. */
  readonly cursor?: number;
  /** True when a container can scroll on, in each direction. */
  readonly scroll?: { readonly forward: boolean; readonly backward: boolean };
  readonly isVisible: boolean;
  /** Without the parts that a container cuts off: empty or inverted for a node outside of it. */
  readonly bounds: Bounds;
  readonly children: readonly AccessibilityNode[];
}

export interface AccessibilityWindow {
  readonly type: 'app' | 'keyboard' | 'system';
  readonly title: string;
  /** Has the focus too. */
  readonly isActive: boolean;
  /** Higher windows cover lower ones. */
  readonly layer: number;
  readonly bounds: Bounds;
  readonly root: AccessibilityNode;
}
