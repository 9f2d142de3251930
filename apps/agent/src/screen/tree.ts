// Parses a screen's tree: XML as `uiautomator dump` and the snapshot helper write it. It comes from a phone that a tenant's
// shell can change, so everything has a limit and nothing unknown is trusted: no entities but XML's own, no deep nesting.
import { ScreenError } from './screen-error.ts';

const maxNodes = 20_000;
const maxDepth = 300;
/** Longer texts are cut. */
export const maxTextLength = 10_000;
const maxNameLength = 300;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface TreeNode {
  readonly text: string;
  readonly isHintShowing: boolean;
  readonly isEditable: boolean;
  readonly resourceId: string;
  readonly className: string;
  readonly packageName: string;
  readonly description: string;
  readonly isVisible: boolean;
  readonly drawingOrder: number;
  readonly isClickable: boolean;
  readonly isEnabled: boolean;
  readonly isFocused: boolean;
  readonly isSelected: boolean;
  readonly isPassword: boolean;
  /** Undefined where the reader doesn't tell. */
  readonly isChecked: boolean | undefined;
  readonly scroll: { readonly forward: boolean; readonly backward: boolean } | undefined;
  readonly box: Box;
  readonly children: readonly TreeNode[];
}

export interface TreeWindow {
  readonly type: 'app' | 'keyboard' | 'system' | 'overlay' | 'divider';
  readonly layer: number;
  readonly isActive: boolean;
  readonly isFocused: boolean;
  readonly box: Box;
  readonly root: TreeNode;
}

const windowTypes = ['app', 'app', 'keyboard', 'system', 'overlay', 'divider'] as const;
const tag = /<(\/?)(node|hierarchy)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g;
const attribute = /([\w:-]+)="([^"]*)"/g;
type Open = { readonly attributes: ReadonlyMap<string, string>; readonly children: TreeNode[] };

/** Throws ScreenError for what is no tree, or one with too many nodes. */
export function parseTree(xml: Uint8Array): TreeWindow[] {
  const source = new TextDecoder().decode(xml);
  const windows: TreeWindow[] = [];
  const stack: Open[] = [];
  let nodes = 0;
  let isInside = false;
  const close = (): void => {
    const ended = stack.pop();
    if (ended === undefined) throw malformed();
    const node = toNode(ended);
    const parent = stack.at(-1);
    if (parent === undefined) windows.push(toWindow(ended.attributes, node, windows.length));
    else parent.children.push(node);
  };
  for (const [, slash, name, attributes = '', selfClosing] of source.matchAll(tag)) {
    if (name === 'hierarchy') {
      isInside = true;
      continue;
    }
    if (slash === '/') {
      close();
      continue;
    }
    if (++nodes > maxNodes)
      throw new ScreenError('failed', `the screen's tree has more than ${maxNodes} nodes`);
    if (stack.length >= maxDepth) throw new ScreenError('failed', 'the screen’s tree is too deep');
    stack.push({ attributes: parseAttributes(attributes), children: [] });
    if (selfClosing === '/') close();
  }
  if (!isInside || stack.length > 0) throw malformed();
  return windows;
}

function malformed(): ScreenError {
  return new ScreenError('failed', 'the reader sent no readable tree');
}

function parseAttributes(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(attribute)].map(([, name = '', value = '']) => [name, unescapeXml(value)]),
  );
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Control characters come as they are on the screen; only line breaks and tabs mean something to a reader. */
function unescapeXml(text: string): string {
  return text
    .replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g, (whole, decimal, hex, name) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, maxTextLength)
    .toWellFormed();
}

function toNode({ attributes, children }: Open): TreeNode {
  const text = (name: string): string => attributes.get(name) ?? '';
  const shortText = (name: string): string => text(name).slice(0, maxNameLength);
  const is = (name: string): boolean => attributes.get(name) === 'true';
  const isCheckable = is('checkable');
  const isScrollable = is('scrollable');
  return {
    text: text('text'),
    isHintShowing: is('hint-showing'),
    isEditable: is('editable') || text('class').endsWith('EditText'),
    resourceId: shortText('resource-id'),
    className: shortText('class'),
    packageName: shortText('package'),
    description: text('content-desc'),
    // A dump has visible nodes only.
    isVisible: attributes.get('visible-to-user') !== 'false',
    drawingOrder: Number(attributes.get('drawing-order')) || 0,
    isClickable: is('clickable'),
    isEnabled: attributes.get('enabled') !== 'false',
    isFocused: is('focused'),
    isSelected: is('selected'),
    isPassword: is('password'),
    isChecked: isCheckable ? is('checked') : undefined,
    scroll: isScrollable
      ? { forward: attributes.get('can-scroll-forward') !== 'false', backward: is('can-scroll-backward') }
      : undefined,
    box: parseBox(text('bounds')),
    children,
  };
}

/** A dump has no attributes of windows: it is the active app's window. */
function toWindow(attributes: ReadonlyMap<string, string>, root: TreeNode, index: number): TreeWindow {
  const isDump = !attributes.has('window-type');
  return {
    type: windowTypes[Number(attributes.get('window-type') ?? 1)] ?? 'system',
    layer: Number(attributes.get('window-layer') ?? index) || 0,
    isActive: isDump || attributes.get('window-active') === 'true',
    isFocused: isDump || attributes.get('window-focused') === 'true',
    box: attributes.has('window-bounds') ? parseBox(attributes.get('window-bounds') ?? '') : root.box,
    root,
  };
}

/** Empty and inverted boxes are kept: they mean that nothing of the node shows. */
function parseBox(text: string): Box {
  const [, left = 0, top = 0, right = 0, bottom = 0] = (
    /^\[(-?\d{1,7}),(-?\d{1,7})\]\[(-?\d{1,7}),(-?\d{1,7})\]$/.exec(text) ?? []
  ).map(Number);
  return { left, top, right, bottom };
}
