// Prints a command's result: the API's response as JSON, or a table for people. Progress goes to stderr, so that the
// result can be piped.
import { cutToWidth, displayWidth, padToWidth } from './display-width.ts';
import { instantsInWords, jsonLine, oneLine } from './printable.ts';

/**
 * `whole`: not cut in a narrow terminal, because it is typed into other commands, such as an id, or says nothing by half.
 * `spare`: left out where there is no room for it, the last one first; the table says so.
 */
export type Column<Row> = readonly [
  title: string,
  cell: (row: Row) => string | number | null | undefined,
  width?: 'whole' | 'spare',
];

export type Output = {
  isJson: boolean;
  /** Prints one line for people. */
  print: (text: string) => void;
  /** Prints one page of a list, with the total count. */
  rows: <Row>(page: { rows: readonly Row[]; total?: number }, columns: readonly Column<Row>[]) => void;
  /** Prints the outcome of an action: the response as JSON, or sentences, one a line. */
  done: (answer: unknown, ...sentences: string[]) => void;
};

/** `columns`: of the terminal; undefined where the output goes elsewhere, and tables may be as wide as they are. */
export function createOutput(
  isJson: boolean,
  { write, columns: room }: { write: (text: string) => void; columns?: number | undefined },
): Output {
  const print = (text: string): void => write(`${oneLine(text)}\n`);
  const printJson = (value: unknown): void => write(`${jsonLine(value)}\n`);
  return {
    isJson,
    print,
    rows: (page, columns) => {
      if (isJson) return printJson(page);
      for (const line of tableLines(page.rows, columns, room)) print(line);
      const total = page.total ?? page.rows.length;
      if (page.rows.length < total) print(`${page.rows.length} of ${total}: see more with --page`);
    },
    done: (answer, ...sentences) => {
      if (isJson) return printJson(answer);
      for (const sentence of sentences) print(instantsInWords(sentence));
    },
  };
}

const gap = 2;
/** A column is not made narrower than this. */
const leastWidth = 6;
/** A spare column is left out before another one gets narrower than this. */
const readableWidth = 16;

function tableLines<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  room: number | undefined,
): string[] {
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, cell]) => oneLine(instantsInWords(String(cell(row) ?? '–'))))),
  ];
  const all = columns.map(([title, , kind], index) => {
    const wanted = Math.max(...cells.map((line) => displayWidth(line[index] ?? '')));
    return { index, title, kind, wanted, least: kind === undefined ? leastWidth : wanted };
  });
  const shown = room === undefined ? all : all.filter(createRoom(all, room));
  const widths = room === undefined ? shown.map(({ wanted }) => wanted) : fit(shown, room);
  const lines = cells.map((line) =>
    shown
      .map(({ index }, at) => padToWidth(cutToWidth(line[index] ?? '', widths[at] ?? 0), widths[at] ?? 0))
      .join(' '.repeat(gap))
      .trimEnd(),
  );
  const leftOut = all.filter((column) => !shown.includes(column)).map(({ title }) => title);
  if (leftOut.length === 0) return lines;
  return [...lines, `Without ${leftOut.join(', ')} for lack of room: see --json`];
}

type Width = { kind: Column<unknown>[2]; wanted: number; least: number };

/** Whether there is room for a column, asked from the left to the right. */
function createRoom(all: readonly Width[], room: number): (column: Width) => boolean {
  const readable = ({ wanted, least }: Width): number => Math.min(wanted, Math.max(least, readableWidth));
  const needed = all.filter(({ kind }) => kind !== 'spare');
  let free = needed.reduce((left, column) => left - gap - readable(column), room + gap);
  return ({ kind, wanted }) => {
    if (kind === 'spare') free -= gap + wanted;
    return kind !== 'spare' || free >= 0;
  };
}

/** Takes from the widest columns until all fit, or all are as narrow as they may be. */
function fit(columns: readonly Width[], room: number): number[] {
  const widths = columns.map(({ wanted }) => wanted);
  const textRoom = room - gap * (columns.length - 1);
  for (let over = widths.reduce((sum, width) => sum + width, -textRoom); over > 0; over -= 1) {
    const cuttable = widths.map((width, index) => (width > (columns[index]?.least ?? 0) ? width : 0));
    const widest = Math.max(...cuttable);
    if (widest === 0) break;
    widths[cuttable.indexOf(widest)] = widest - 1;
  }
  return widths;
}

export function usd(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
