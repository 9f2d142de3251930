// Pure: folds a screen's tree into the items of an outline. Containers without a meaning of their own go, a control takes the
// texts inside of it as its label, and each item gets the rectangle that really shows.
import type { ScreenRole, ScreenState } from '@pocketfleet/contract';
import type { Box, TreeNode, TreeWindow } from '../tree.ts';
import { area, centreOf, holds, intersection, isEmpty } from './boxes.ts';
import { coveredNodes } from './covers.ts';

export interface Item {
  readonly node: TreeNode;
  readonly window: TreeWindow;
  readonly role: ScreenRole;
  /** Whole: it is cut after secrets are hidden in it. */
  readonly label: string;
  /** The texts of which the label is made, with repetitions. */
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
  /** The parts of the screen that windows above its own cover. */
  readonly above: readonly Box[];
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
  readonly axis: 'horizontal' | 'vertical';
  readonly hidden: number;
  readonly labels: readonly string[];
}

const maxMoreLabels = 3;
const minWholeShare = 0.98;

/** Android lists the topmost window first. */
export function lowestFirst(windows: readonly TreeWindow[]): TreeWindow[] {
  return [...windows].sort((a, b) => a.layer - b.layer);
}

/** Items of these windows, lowest window first, each window in the order of its tree. */
export function collectItems(windows: readonly TreeWindow[]): Item[] {
  return lowestFirst(windows).flatMap((window) => {
    const above = windows
      .filter(({ layer }) => layer > window.layer)
      .map(({ root, box }) => intersection(root.box, box));
    const items: Item[] = [];
    const covered = coveredNodes(window);
    walk({ window, above: above.filter((box) => !isEmpty(box)), covered, items }, window.root, {
      clip: window.box,
      depth: 0,
      row: undefined,
    });
    return items;
  });
}

interface Walk {
  readonly window: TreeWindow;
  readonly above: readonly Box[];
  /** By a control of the same window. */
  readonly covered: ReadonlySet<TreeNode>;
  readonly items: Item[];
}

interface Place {
  readonly clip: Box;
  readonly depth: number;
  readonly row: Row | undefined;
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
  for (const [index, child] of inner.entries()) {
    const clip = node.scroll === undefined ? place.clip : box;
    const row =
      node.scroll === undefined
        ? place.row
        : { container: node, index, texts: textsIn(child).map((text) => text.slice(0, 200)) };
    walk(walking, child, { clip, depth, row });
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
    states: statesOf(walking, node, box, role),
    box,
    depth: place.depth,
    canAct: node.isClickable || node.isEditable || node.scroll !== undefined,
    row: place.row,
    more: node.scroll === undefined ? undefined : moreOf(node, node.scroll, box),
    above: walking.above,
  };
}

function statesOf(walking: Walk, node: TreeNode, box: Box, role: ScreenRole): ScreenState[] {
  const checkable = findCheckable(node);
  const centre = centreOf(box);
  const isCovered = walking.covered.has(node) || walking.above.some((over) => holds(over, centre));
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

function textsIn(node: TreeNode): string[] {
  return flat(node)
    .flatMap(({ description, text, isEditable }) => [description, isEditable ? '' : text])
    .filter((text) => text !== '');
}

function moreOf(node: TreeNode, scroll: { forward: boolean; backward: boolean }, box: Box): More {
  const parts = partsOf(node);
  const hidden = parts
    .filter((child) => isEmpty(intersection(child.box, box)) || !child.isVisible)
    .map((child) => textsIn(child)[0] ?? '')
    .filter((label) => label !== '');
  return {
    before: scroll.backward,
    after: scroll.forward,
    axis: axisOf(node, parts),
    hidden: hidden.length,
    labels: [...new Set(hidden)].slice(0, maxMoreLabels),
  };
}

/** A page that scrolls has one child, which holds everything. */
function partsOf({ children }: TreeNode): readonly TreeNode[] {
  let parts = children;
  for (
    let [only, ...others] = parts;
    only !== undefined && others.length === 0 && only.children.length > 0;
  ) {
    parts = only.children;
    [only, ...others] = parts;
  }
  return parts;
}

/** Along which its parts lie beside each other. */
function axisOf({ className }: TreeNode, parts: readonly TreeNode[]): More['axis'] {
  const spread = (places: readonly number[]): number =>
    places.reduce((most, place) => Math.max(most, place), -Infinity) -
    places.reduce((least, place) => Math.min(least, place), Infinity);
  const across = spread(parts.map(({ box }) => box.left));
  const down = spread(parts.map(({ box }) => box.top));
  if (parts.length < 2 || across === down)
    return className.includes('Horizontal') ? 'horizontal' : 'vertical';
  return across > down ? 'horizontal' : 'vertical';
}

function flat(node: TreeNode): TreeNode[] {
  return [node, ...node.children.flatMap(flat)];
}
