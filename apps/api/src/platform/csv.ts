// CSV (RFC 4180): a line of cells, and a response that is written line by line.
import { Readable } from 'node:stream';

/** A caller that reads too slowly, or not at all, is cut off. */
const longestMs = 15 * 60_000;

/** An answer of a call with `responseKind: 'json_or_csv'`. Each line ends with a line break. */
export class CsvStream {
  readonly file_name: string;
  readonly lines: AsyncIterable<string>;

  constructor(file_name: string, lines: AsyncIterable<string>) {
    this.file_name = file_name;
    this.lines = lines;
  }
}

/** Ends with an error after the greatest length in time, so that nobody takes what they got for the whole. */
export function readCsv({ lines }: CsvStream, withinMs = longestMs): Readable {
  return Readable.from(lines, { objectMode: false, signal: AbortSignal.timeout(withinMs) });
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`;
}

/** Cells hold what others wrote. An apostrophe keeps spreadsheets from running one as a formula. */
function quote(cell: string): string {
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
