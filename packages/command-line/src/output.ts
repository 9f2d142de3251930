// Prints a command's result: the API's response as JSON, or a table for people. Progress goes to stderr, so that the
// result can be piped.
import { instantsInWords, jsonLine, oneLine } from './printable.ts';

export type Column<Row> = readonly [title: string, cell: (row: Row) => string | number | null | undefined];

export type Output = {
  isJson: boolean;
  /** Prints one line for people. */
  print: (text: string) => void;
  /** Prints one page of a list, with the total count. */
  rows: <Row>(page: { rows: readonly Row[]; total?: number }, columns: readonly Column<Row>[]) => void;
  /** Prints the outcome of an action: the response as JSON, or sentences, one a line. */
  done: (answer: unknown, ...sentences: string[]) => void;
};

export function createOutput(isJson: boolean, write: (text: string) => void): Output {
  const print = (text: string): void => write(`${oneLine(text)}\n`);
  const printJson = (value: unknown): void => write(`${jsonLine(value)}\n`);
  return {
    isJson,
    print,
    rows: (page, columns) => {
      if (isJson) return printJson(page);
      for (const line of tableLines(page.rows, columns)) print(line);
      const total = page.total ?? page.rows.length;
      if (page.rows.length < total) print(`${page.rows.length} of ${total}: see more with --page`);
    },
    done: (answer, ...sentences) => {
      if (isJson) return printJson(answer);
      for (const sentence of sentences) print(instantsInWords(sentence));
    },
  };
}

function tableLines<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[] {
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, cell]) => oneLine(instantsInWords(String(cell(row) ?? '–'))))),
  ];
  const widths = columns.map((_column, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells.map((line) =>
    line
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

export function usd(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
