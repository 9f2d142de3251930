// One reading of a screen as data. Pure but for the names and the hidden fields, which are kept from reading to reading.
import type { ScreenNode } from '@pocketfleet/contract';
import { maxTextLength, type TreeWindow } from '../tree.ts';
import { area, toRect } from './boxes.ts';
import { type HiddenFields, hiddenFieldNames, hiddenValue } from './hidden-fields.ts';
import { collectItems, type Item, lowestFirst } from './items.ts';
import type { OutlineHead, OutlineNode } from './outline-text.ts';
import type { RefBook } from './refs.ts';

interface Display {
  readonly width: number;
  readonly height: number;
}

export interface Observation {
  readonly head: OutlineHead;
  readonly nodes: readonly OutlineNode[];
  readonly display: Display;
  readonly keyboard: { readonly top: number } | null;
  readonly isTruncated: boolean;
  /** The lock screen is in front. Undefined where the phone doesn't tell. */
  readonly isLocked: boolean | undefined;
  /** The true texts of fields, hidden ones too. Never sent to anybody. */
  readonly fieldTexts: ReadonlyMap<string, string>;
  /** The app of each field. */
  readonly fieldApps: ReadonlyMap<string, string>;
  /** As hidden fields are remembered. */
  readonly fieldNames: ReadonlyMap<string, readonly string[]>;
  /** A password's field is among the nodes, or another one whose text is hidden. */
  readonly hasHiddenField: boolean;
  /** The picture shows a stored secret that was typed. */
  readonly showsSecret: boolean;
  /** Equal for two readings between which nothing has changed or moved. */
  readonly signature: string;
}

export interface Memory {
  readonly refs: RefBook;
  readonly hidden: HiddenFields;
}

/** A bar of Android at an edge of the screen, which is told in one line. */
const maxBarShare = 0.12;
const maxBarText = 120;
const maxMoreLabelLength = 80;

export function observe(
  windows: readonly TreeWindow[],
  isTruncated: boolean,
  memory: Memory,
  isLocked?: boolean,
): Observation {
  const display = displayOf(windows);
  const bars = windows.filter((window) => isBar(window, display));
  const keyboardWindow = windows.find(({ type }) => type === 'keyboard');
  const items = collectItems(windows).filter(
    ({ window }) => window.type !== 'keyboard' && !bars.includes(window),
  );
  const names = memory.refs.name(items);
  const refOf = new Map(items.map((item, at) => [item.node, names[at] ?? '']));
  const seen = memory.hidden.see(items, names);
  const nodes = items.map((item, at) =>
    toNode(seen.hidden.has(item) ? withoutText(item) : item, names[at] ?? '', refOf, memory.hidden),
  );
  const active =
    windows.find(({ isActive }) => isActive) ?? lowestFirst(windows).findLast(({ type }) => type === 'app');
  const keyboard = keyboardWindow === undefined ? null : { top: keyboardWindow.root.box.top };
  const lines = [
    ...(isLocked === true ? ['the phone is locked'] : []),
    ...(keyboard === null ? [] : [`keyboard open, top ${keyboard.top}`]),
    ...bars.flatMap((bar) => barLine(bar, display, memory.hidden)),
  ];
  return {
    head: { app: active?.root.packageName ?? '', lines },
    nodes,
    display,
    keyboard,
    isTruncated,
    isLocked,
    fieldTexts: new Map(items.map((item, at) => [names[at] ?? '', item.value ?? ''])),
    fieldApps: new Map(items.map((item, at) => [names[at] ?? '', item.node.packageName])),
    fieldNames: new Map(items.map((item, at) => [names[at] ?? '', hiddenFieldNames(item)])),
    hasHiddenField: items.some((item, at) => memory.hidden.isHidden(item, names[at] ?? '')),
    showsSecret: seen.showsSecret,
    signature: JSON.stringify([
      keyboard,
      nodes.map(({ ref, rect, label, value, states }) => [ref, rect, label, value, states]),
      // A hidden field into which keys still come has not settled.
      items.map(({ value }) => value),
    ]),
  };
}

function toNode(
  item: Item,
  ref: string,
  refOf: ReadonlyMap<Item['node'], string>,
  hidden: HiddenFields,
): OutlineNode {
  const isHidden = hidden.isHidden(item, ref);
  const value =
    item.value === null ? null : isHidden ? (item.value === '' ? '' : hiddenValue) : hidden.clean(item.value);
  const isPartial = value !== null && !isHidden && (value !== item.value || value.length >= maxTextLength);
  return {
    ref,
    role: item.role,
    label: hidden.clean(item.label),
    value,
    ...(isPartial ? { value_is_partial: true } : {}),
    hint: item.hint === null ? null : hidden.clean(item.hint),
    states: [...item.states],
    rect: toRect(item.box),
    depth: item.depth,
    ...(item.node.resourceId === '' ? {} : { id: shortId(item.node.resourceId) }),
    ...(item.more === undefined
      ? {}
      : {
          more: {
            ...item.more,
            labels: item.more.labels.map((label) => cut(hidden.clean(label), maxMoreLabelLength)),
          },
        }),
    canAct: item.canAct,
    visibleShare: area(item.box) / Math.max(1, area(item.node.box)),
    row:
      item.row === undefined
        ? undefined
        : { list: refOf.get(item.row.container) ?? '', index: item.row.index },
    above: item.above,
  } satisfies OutlineNode & ScreenNode;
}

function withoutText(item: Item): Item {
  return item.role === 'field' ? { ...item, value: hiddenValue } : { ...item, label: hiddenValue };
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

/** `post_author` of `com.feed:id/post_author`. */
function shortId(resourceId: string): string {
  return resourceId.slice(resourceId.indexOf('/') + 1);
}

function displayOf(windows: readonly TreeWindow[]): Display {
  const boxes = windows.flatMap(({ box, root }) => [box, root.box]);
  return {
    width: Math.max(0, ...boxes.map(({ right }) => right)),
    height: Math.max(0, ...boxes.map(({ bottom }) => bottom)),
  };
}

function isBar({ type, isActive, root }: TreeWindow, { width, height }: Display): boolean {
  if (type !== 'system' || isActive || root.packageName !== 'com.android.systemui') return false;
  const touchesEdge = root.box.top <= 0 || root.box.bottom >= height;
  return touchesEdge && area(root.box) <= maxBarShare * width * height;
}

/** The texts of the status bar. The navigation bar is left out: its keys are pressed by name. */
function barLine(bar: TreeWindow, { height }: Display, hidden: HiddenFields): string[] {
  if (bar.root.box.bottom >= height) return [];
  const texts = collectItems([bar]).map(({ label }) => hidden.clean(label));
  const text = texts
    .filter((label) => label !== '')
    .join(', ')
    .slice(0, maxBarText)
    .toWellFormed();
  return text === '' ? [] : [`status bar ${JSON.stringify(text)}`];
}
