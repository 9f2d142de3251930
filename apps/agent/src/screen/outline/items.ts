// Pure: folds a screen's tree into the items of an outline. Containers without a meaning of their own go, a control takes the
// texts inside of it as its label, and each item gets the rectangle that really shows.
import type { ScreenRole, ScreenState } from '@pocketfleet/contract';
import type { Box, TreeNode, TreeWindow } from '../tree.ts';
import { area, centreOf, holds, intersection, isEmpty } from './boxes.ts';

export interface Item {
  readonly node: TreeNode;
  readonly window: TreeWindow;
  readonly role: ScreenRole;
  /** Whole: it is cut after secrets are hidden in it. */
  readonly label: string;
  /** What the label is made of, with repetitions. */
  readonly labels: readonly string[];
  readonly value: string | null;
  readonly hint: string | null;
  readonly states: readonly ScreenState[];
  readonly box: Box;
  readonly depth: number;
  readonly canAct: boolean;
  /** The row of the innermost container that scrolls around it. */
  readonly row: Row | undefined;
  readonly more: More | undefined;
}

interface Row {
  readonly container: TreeNode;
  readonly index: number;
  /** All texts that are laid out in the row, shown or not. */
  readonly texts: readonly string[];
}

interface More {
  readonly before: boolean;
  readonly after: boolean;
  readonly hidden: number;
  readonly labels: readonly string[];
}

const maxMoreLabels = 3;
const minWholeShare = 0.98;

/** Items of these windows, lowest window first, each window in the order of its tree. */
export function collectItems(windows: readonly TreeWindow[]): Item[] {
  const higherFirst = [...windows].sort((a, b) => b.layer - a.layer);
  return windows.flatMap((window) => {
    const above = higherFirst
      .filter(({ layer }) => layer > window.layer)
      .map(({ root, box }) => intersection(root.box, box));
    const items: Item[] = [];
    walk({ window, above: above.filter((box) => !isEmpty(box)), items }, window.root, {
      clip: window.box,
      depth: 0,
      row: undefined,
      later: [],
    });
    return items;
  });
}

interface Walk {
  readonly window: TreeWindow;
  readonly above: readonly Box[];
  readonly items: Item[];
}

interface Place {
  readonly clip: Box;
  readonly depth: number;
  readonly row: Row | undefined;
  /** Controls of this window that are drawn over the node. */
  readonly later: readonly Box[];
}

function walk(walking: Walk, node: TreeNode, place: Place): void {
  const box = intersection(node.box, place.clip);
  const isShown = node.isVisible && !isEmpty(box);
  const isControl = node.isClickable || node.isEditable;
  let depth = place.depth;
  if (isShown && isMeaningful(node)) {
    walking.items.push(toItem(walking, node, box, place));
    depth++;
  }
  const inner = isControl && !node.isEditable ? node.children.filter(hasOwnMeaning) : node.children;
  const ordered = [...inner].sort((a, b) => a.drawingOrder - b.drawingOrder);
  for (const [index, child] of inner.entries()) {
    const clip = node.scroll === undefined ? place.clip : box;
    const row =
      node.scroll === undefined
        ? place.row
        : { container: node, index, texts: textsIn(child).map((text) => text.slice(0, 200)) };
    const over = ordered.slice(ordered.indexOf(child) + 1).flatMap((sibling) => controlBoxes(sibling, clip));
    if (isShown || node.children.length > 0)
      walk(walking, child, { clip, depth, row, later: [...place.later, ...over] });
  }
}

function toItem(walking: Walk, node: TreeNode, box: Box, place: Place): Item {
  const role = roleOf(node);
  const inside = node.isClickable && !node.isEditable ? labelsInside(node) : [];
  const own = node.isEditable ? [node.description] : [node.description || node.text];
  return {
    node,
    window: walking.window,
    role,
    label: joinLabels([...own, ...inside]),
    labels: [...own, ...inside],
    value: node.isEditable ? (node.isHintShowing ? '' : node.text) : null,
    hint: node.isEditable && node.isHintShowing ? node.text : null,
    states: statesOf(walking, node, box, place, role),
    box,
    depth: place.depth,
    canAct: node.isClickable || node.isEditable || node.scroll !== undefined,
    row: place.row,
    more: node.scroll === undefined ? undefined : moreOf(node, node.scroll, box),
  };
}

function statesOf(walking: Walk, node: TreeNode, box: Box, place: Place, role: ScreenRole): ScreenState[] {
  const checkable = findCheckable(node);
  const centre = centreOf(box);
  const isCovered = [...walking.above, ...place.later].some((over) => holds(over, centre));
  const states: readonly (readonly [ScreenState, boolean])[] = [
    ['checked', checkable?.isChecked === true],
    ['unchecked', checkable?.isChecked === false],
    ['unknown', ['switch', 'checkbox', 'radio'].includes(role) && checkable?.isChecked === undefined],
    ['covered', isCovered],
    ['cut_off', area(box) < minWholeShare * area(node.box)],
    ['disabled', !node.isEnabled],
    ['focused', node.isFocused && node.isEditable],
    ['password', node.isPassword],
    ['selected', node.isSelected],
  ];
  return states.filter(([, holdsTrue]) => holdsTrue).map(([state]) => state);
}

const classRoles: readonly (readonly [RegExp, ScreenRole])[] = [
  [/(?:Switch|ToggleButton)\w*$/, 'switch'],
  [/CheckBox\w*$|CheckedTextView$/, 'checkbox'],
  [/RadioButton\w*$/, 'radio'],
  [/SeekBar$|RatingBar$|Slider$/, 'slider'],
  [/ProgressBar$/, 'progress'],
  [/Spinner$/, 'dropdown'],
  [/Keyboard\$Key$/, 'key'],
  [/WebView$/, 'page'],
  [/TabView$|TabWidget$/, 'tab'],
  [/Button$/, 'button'],
];

function roleOf(node: TreeNode): ScreenRole {
  if (node.isEditable) return 'field';
  const byClass = classRoles.find(([pattern]) => pattern.test(node.className))?.[1];
  if (byClass !== undefined) return byClass;
  if (node.scroll !== undefined) return 'list';
  if (node.isClickable) {
    const inner = findCheckable(node);
    return inner === undefined ? 'button' : roleOf(inner);
  }
  return node.className.endsWith('ImageView') ? 'picture' : node.text || node.description ? 'text' : 'group';
}

/** The switch that a row stands for. A row with two of them stands for none. */
function findCheckable(node: TreeNode): TreeNode | undefined {
  const found = isCheckable(node) ? [node] : flat(node).filter(isCheckable);
  return found.length === 1 ? found[0] : undefined;
}

function isCheckable(node: TreeNode): boolean {
  return (
    node.isChecked !== undefined || classRoles.slice(0, 3).some(([pattern]) => pattern.test(node.className))
  );
}

function isMeaningful(node: TreeNode): boolean {
  return (
    node.isClickable ||
    node.isEditable ||
    node.scroll !== undefined ||
    node.text !== '' ||
    node.description !== '' ||
    isCheckable(node) ||
    /(?:SeekBar|ProgressBar|WebView)$/.test(node.className)
  );
}

/** Inside of a control, only what can be acted on by itself is an item of its own. */
function hasOwnMeaning(node: TreeNode): boolean {
  return (
    node.isClickable || node.isEditable || node.scroll !== undefined || node.children.some(hasOwnMeaning)
  );
}

function labelsInside(node: TreeNode): string[] {
  return node.children.flatMap((child) => {
    if (child.isClickable || child.isEditable || !child.isVisible) return [];
    return [child.description || child.text, ...labelsInside(child)];
  });
}

function joinLabels(labels: readonly string[]): string {
  const words = [...new Set(labels.map((label) => label.trim()).filter((label) => label !== ''))];
  return words.join(', ');
}

function controlBoxes(node: TreeNode, clip: Box): Box[] {
  const box = intersection(node.box, clip);
  if (!node.isVisible || isEmpty(box)) return [];
  return node.isClickable || node.isEditable
    ? [box]
    : node.children.flatMap((child) => controlBoxes(child, clip));
}

function textsIn(node: TreeNode): string[] {
  return flat(node)
    .flatMap(({ description, text, isEditable }) => [description, isEditable ? '' : text])
    .filter((text) => text !== '');
}

function moreOf(node: TreeNode, scroll: { forward: boolean; backward: boolean }, box: Box): More {
  const hidden = node.children
    .filter((child) => isEmpty(intersection(child.box, box)) || !child.isVisible)
    .map((child) => textsIn(child)[0] ?? '')
    .filter((label) => label !== '');
  return {
    before: scroll.backward,
    after: scroll.forward,
    hidden: hidden.length,
    labels: [...new Set(hidden)].slice(0, maxMoreLabels),
  };
}

function flat(node: TreeNode): TreeNode[] {
  return [node, ...node.children.flatMap(flat)];
}
