// The active window's tree as XML, as `uiautomator dump` writes it.
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
    const attributes = {
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
    return element(attributes, node.children.filter(({ isVisible }) => isVisible).map(write));
  };
  return `${HEAD}<hierarchy rotation="${rotation}">${write(active.root, 0)}</hierarchy>`;
}

function element(
  attributes: Readonly<Record<string, string | number | boolean | undefined>>,
  children: readonly string[],
): string {
  const texts = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${escapeXml(String(value))}"`],
  );
  const inside = children.join('');
  return inside === '' ? `<node ${texts.join(' ')} />` : `<node ${texts.join(' ')}>${inside}</node>`;
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
