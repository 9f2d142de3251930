// Prints a command's result: the API's response as JSON, or a table for people. Progress goes to stderr, so that the
// result can be piped.
import { cutToWidth, displayWidth, padToWidth } from './display-width.ts';
import { instantsInWords, jsonLine, oneLine } from './printable.ts';

/** `whole`: not cut in a narrow terminal, because it is typed into other commands, such as an id, or says nothing by half. */
export type Column<Row> = readonly [
  title: string,
  cell: (row: Row) => string | number | null | undefined,
  width?: 'whole',
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

function tableLines<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  room: number | undefined,
): string[] {
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, cell]) => oneLine(instantsInWords(String(cell(row) ?? '–'))))),
  ];
  const wanted = columns.map((_column, index) =>
    Math.max(...cells.map((line) => displayWidth(line[index] ?? ''))),
  );
  const least = columns.map(([, , width], index) => (width === 'whole' ? (wanted[index] ?? 0) : leastWidth));
  const widths = room === undefined ? wanted : fit(wanted, least, room - gap * (columns.length - 1));
  return cells.map((line) =>
    line
      .map((text, index) => padToWidth(cutToWidth(text, widths[index] ?? 0), widths[index] ?? 0))
      .join(' '.repeat(gap))
      .trimEnd(),
  );
}

/** Takes from the widest columns until all fit, or all are as narrow as they may be. */
function fit(wanted: readonly number[], least: readonly number[], room: number): number[] {
  const widths = [...wanted];
  for (let over = widths.reduce((sum, width) => sum + width, -room); over > 0; over -= 1) {
    const spare = widths.map((width, index) => (width > (least[index] ?? 0) ? width : 0));
    const widest = Math.max(...spare);
    if (widest === 0) break;
    widths[spare.indexOf(widest)] = widest - 1;
  }
  return widths;
}

export function usd(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
