// Pure: an outline as lines of text, shortened step by step until it fits.
import { maxOutlineBytes, type ScreenNode, type ShortenedStep } from '@pocketfleet/contract';
import type { Box } from '../tree.ts';

const maxShortText = 80;
/** Of a label, unless everything is asked for. */
const maxLabelLength = 500;
const maxRows = 12;

export interface OutlineHead {
  readonly app: string;
  /** Lines about what is no part of the outline: the keyboard, the status bar. */
  readonly lines: readonly string[];
}

export interface Outline {
  readonly text: string;
  readonly nodes: readonly ScreenNode[];
  readonly shortened: ShortenedStep;
}

/** A node, and the row of a list in which it stands. */
export interface OutlineNode extends ScreenNode {
  readonly canAct: boolean;
  /** How much of it shows, 0 to 1. */
  readonly visibleShare: number;
  readonly row: { readonly list: string; readonly index: number } | undefined;
  /** The parts of the screen that windows above its own cover. */
  readonly above: readonly Box[];
}

type Step = (nodes: readonly OutlineNode[]) => readonly OutlineNode[];

const steps: readonly (readonly [ShortenedStep, Step])[] = [
  [
    'pictures',
    (nodes) => nodes.filter(({ role, label, canAct }) => canAct || role !== 'picture' || label !== ''),
  ],
  ['texts', (nodes) => nodes.map(withShortTexts)],
  ['rows', withFewRows],
  ['controls_only', (nodes) => nodes.filter(({ canAct }) => canAct)],
];

export function writeOutline(
  head: OutlineHead,
  all: readonly OutlineNode[],
  maxBytes = maxOutlineBytes,
  hasWholeLabels = false,
): Outline {
  const isLong = ({ label }: OutlineNode): boolean => !hasWholeLabels && label.length > maxLabelLength;
  let nodes = all.map((node) => (isLong(node) ? { ...node, label: cut(node.label, maxLabelLength) } : node));
  const first = ['none', () => nodes] as const;
  for (const [shortened, step] of [first, ...steps]) {
    nodes = [...step(nodes)];
    const text = toText(head, nodes);
    if (Buffer.byteLength(text) > maxBytes) continue;
    const hasCut = shortened === 'none' || shortened === 'pictures' ? all.some(isLong) : false;
    return { text, nodes: nodes.map(toScreenNode), shortened: hasCut ? 'texts' : shortened };
  }
  // Only a hostile screen has so many controls; what comes first is kept.
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (Buffer.byteLength(toText(head, nodes.slice(0, middle))) <= maxBytes) low = middle;
    else high = middle - 1;
  }
  const kept = nodes.slice(0, low);
  return { text: toText(head, kept), nodes: kept.map(toScreenNode), shortened: 'cut' };
}

function toText({ app, lines }: OutlineHead, nodes: readonly OutlineNode[]): string {
  return [`app ${app || 'unknown'}`, ...lines, ...nodes.map(nodeLine)].join('\n');
}

/** `n12 switch "Wi-Fi" [unknown]`. Texts are JSON strings, so none of them can look like another line. */
export function nodeLine(node: ScreenNode): string {
  const { ref, role, label, value, hint, states, depth, more } = node;
  const parts = [
    `${'  '.repeat(Math.min(depth, 12))}${ref} ${role}`,
    ...(label === '' ? [] : [JSON.stringify(label)]),
    ...(value === null || value === '' ? [] : [`= ${JSON.stringify(value)}`]),
    ...(hint === null ? [] : [`hint ${JSON.stringify(hint)}`]),
    ...(states.length === 0 ? [] : [`[${states.join(', ')}]`]),
    ...(more === undefined ? [] : moreParts(more)),
  ];
  return parts.join(' ');
}

function moreParts({ before, after, axis, hidden, labels }: NonNullable<ScreenNode['more']>): string[] {
  const [back, on] = axis === 'horizontal' ? ['more left', 'more right'] : ['more before', 'more after'];
  const where = [...(before ? [back] : []), ...(after ? [on] : [])];
  if (where.length === 0) return [];
  const next =
    labels.length === 0
      ? ''
      : `: ${labels.map((label) => JSON.stringify(label)).join(', ')}${hidden > labels.length ? ', …' : ''}`;
  return [`(${where.join(', ')}${next})`];
}

function withShortTexts(node: OutlineNode): OutlineNode {
  return {
    ...node,
    label: shorten(node.label),
    value: node.value === null ? null : shorten(node.value),
    ...(node.value !== null && node.value.length > maxShortText ? { value_is_partial: true } : {}),
    hint: node.hint === null ? null : shorten(node.hint),
  };
}

function shorten(text: string): string {
  return text.length <= maxShortText ? text : cut(text, maxShortText);
}

function cut(text: string, length: number): string {
  return `${text.slice(0, length).toWellFormed()}…`;
}

/** Rows of a list beyond the first ones go; the list's line tells how many. */
function withFewRows(nodes: readonly OutlineNode[]): OutlineNode[] {
  const rowsOf = new Map<string, number[]>();
  for (const { row } of nodes) {
    if (row === undefined) continue;
    const rows = rowsOf.get(row.list) ?? [];
    if (!rows.includes(row.index)) rows.push(row.index);
    rowsOf.set(row.list, rows);
  }
  const gone = new Set<string>();
  return nodes
    .filter((node) => {
      const { row } = node;
      const isGone =
        row !== undefined &&
        (gone.has(row.list) || (rowsOf.get(row.list)?.indexOf(row.index) ?? 0) >= maxRows);
      // The contents of a row that is gone are gone, too.
      if (isGone) gone.add(node.ref);
      return !isGone;
    })
    .map((node) => {
      const left = (rowsOf.get(node.ref)?.length ?? 0) - maxRows;
      if (left <= 0) return node;
      return { ...node, label: `${node.label === '' ? '' : `${node.label} `}(… ${left} more rows)` };
    });
}

export function toScreenNode({
  canAct: _canAct,
  visibleShare: _share,
  row: _row,
  above: _above,
  ...node
}: OutlineNode): ScreenNode {
  return node;
}
