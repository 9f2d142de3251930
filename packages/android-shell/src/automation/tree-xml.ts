// The screen's trees as XML: the active window as `uiautomator dump` writes it, and all windows as agent-device's snapshot
// helper does.
import type { AccessibilityNode, AccessibilityWindow, Bounds } from '@pocketfleet/phone-parts';

const HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";

/** Undefined without an active window. `uiautomator` leaves out what isn't visible. */
export function uiautomatorXml(
  windows: readonly AccessibilityWindow[],
  rotation: number,
): string | undefined {
  const active = windows.find((window) => window.isActive);
  if (active === undefined) return undefined;
  const write = (node: AccessibilityNode, index: number): string => {
    return xmlElement(
      uiautomatorAttributes(node, index),
      node.children.filter(({ isVisible }) => isVisible).map(write),
    );
  };
  return `${HEAD}<hierarchy rotation="${rotation}">${write(active.root, 0)}</hierarchy>`;
}

/** The attributes of `uiautomator dump`, in its order. */
export function uiautomatorAttributes(node: AccessibilityNode, index: number) {
  return {
    index,
    text: node.text ?? '',
    'resource-id': node.resourceId ?? '',
    class: node.className,
    package: node.packageName,
    'content-desc': node.description ?? '',
    checkable: node.isChecked !== undefined,
    checked: node.isChecked === true,
    clickable: node.isClickable,
    enabled: node.isEnabled,
    focusable: isFocusable(node),
    focused: node.isFocused,
    scrollable: isScrollable(node),
    'long-clickable': node.isLongClickable,
    password: node.isPassword,
    selected: node.isSelected,
    bounds: boundsText(node.bounds),
  };
}

export interface SnapshotLimits {
  readonly maxDepth: number;
  readonly maxNodes: number;
}

export interface SnapshotXml {
  readonly xml: string;
  readonly nodeCount: number;
  /** A limit has cut something off. */
  readonly isTruncated: boolean;
}

const WINDOW_TYPES = { app: 1, keyboard: 2, system: 3 } as const;

/**
 * All windows with the attributes of agent-device's snapshot helper 0.21.5, on one line, the topmost window first, as Android's
 * getWindows() lists them. Limits count all windows together.
 */
export function snapshotXml(
  windows: readonly AccessibilityWindow[],
  limits: SnapshotLimits,
  apiLevel: number,
): SnapshotXml {
  let nodeCount = 0;
  let isTruncated = false;
  const write = (
    node: AccessibilityNode,
    index: number,
    depth: number,
    window?: AccessibilityWindow,
  ): string => {
    if (depth >= limits.maxDepth || nodeCount >= limits.maxNodes) {
      isTruncated = true;
      return '';
    }
    nodeCount++;
    const attributes = {
      index,
      ...(window === undefined ? {} : windowAttributes(window, index)),
      ...nodeAttributes(node, index, apiLevel),
    };
    return xmlElement(
      attributes,
      node.children.map((child, at) => write(child, at, depth + 1)),
    );
  };
  const topmostFirst = [...windows].sort((a, b) => b.layer - a.layer);
  const roots = topmostFirst.map((window, at) => write(window.root, at, 0, window)).join('');
  return { xml: `${HEAD}<hierarchy rotation="0">${roots}</hierarchy>`, nodeCount, isTruncated };
}

function windowAttributes(window: AccessibilityWindow, index: number) {
  return {
    'window-index': index,
    'window-type': WINDOW_TYPES[window.type],
    'window-layer': window.layer,
    'window-active': window.isActive,
    'window-focused': window.isActive,
    'window-bounds': boundsText(window.bounds),
  };
}

/** Attributes that are undefined are left out, in the order in which the helper writes them. */
function nodeAttributes(node: AccessibilityNode, index: number, apiLevel: number) {
  const onlyTrue = (flag: boolean) => (flag ? true : undefined);
  const scroll = isScrollable(node) ? node.scroll : undefined;
  return {
    text: node.text,
    'hint-showing': apiLevel >= 26 ? node.isHintShowing : undefined,
    editable: node.isEditable,
    'selection-start': node.cursor,
    'selection-end': node.cursor,
    'resource-id': node.resourceId,
    class: node.className,
    package: node.packageName,
    'content-desc': node.description,
    'visible-to-user': node.isVisible,
    'drawing-order': apiLevel >= 24 ? index : undefined,
    clickable: onlyTrue(node.isClickable),
    enabled: node.isEnabled,
    focusable: onlyTrue(isFocusable(node)),
    focused: onlyTrue(node.isFocused),
    selected: node.isSelected,
    scrollable: onlyTrue(scroll !== undefined),
    'can-scroll-forward': scroll?.forward,
    'can-scroll-backward': scroll?.backward,
    password: node.isPassword,
    bounds: boundsText(node.bounds),
  };
}

/** One element with its attributes; those that are undefined are left out. */
export function xmlElement(
  attributes: Readonly<Record<string, string | number | boolean | undefined>>,
  children: readonly string[],
  tag = 'node',
): string {
  const texts = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${escapeXml(String(value))}"`],
  );
  const inside = children.join('');
  const head = `<${tag} ${texts.join(' ')}`;
  return inside === '' ? `${head} />` : `${head}>${inside}</${tag}>`;
}

const isFocusable = (node: AccessibilityNode) => node.isClickable || node.isEditable;

function isScrollable({ scroll }: AccessibilityNode): boolean {
  return scroll !== undefined && (scroll.forward || scroll.backward);
}

function boundsText({ left, top, right, bottom }: Bounds): string {
  return `[${left},${top}][${right},${bottom}]`;
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"'\n\r\t]/g, (one) => NAMED[one] ?? `&#${one.charCodeAt(0)};`);
}
