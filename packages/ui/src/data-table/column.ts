import type { ReactNode } from 'react';

/** One column of a `DataTable`, as data: everything that there is to know about it. */
export type Column<Row> = {
  key: string;
  title: string;
  /** Shown in the head in place of the title's text. */
  head?: ReactNode;
  /** The title is for screen readers only. */
  isTitleHidden?: boolean;
  /** Columns share the table's width in these proportions. */
  widthPx: number;
  /** With this, the head sorts by the value. Null comes last in both directions; "PF-9" comes before "PF-10". */
  sortBy?(row: Row): string | number | null;
  isRight?: boolean;
  /** Dates, figures and identifiers. */
  isMono?: boolean;
  /** The cell may have several lines; other cells have one and cut off the rest. */
  isMultiline?: boolean;
  /** Buttons of the row. In a folded row they stand at the right, beside everything else. */
  isAction?: boolean;
  /** The width of the buttons in a folded row, where it is less than the column's. */
  foldedWidthPx?: number;
  /** In a folded row, the cell has a line of its own. */
  isOwnLine?: boolean;
  /** `rows` are all rows, in their order on the page. */
  cell(row: Row, rows: readonly Row[]): ReactNode;
};

export type SortState = { key: string; direction: 'asc' | 'desc' };

export function minWidthPx(columns: readonly Pick<Column<never>, 'widthPx'>[]): number {
  return columns.reduce((sum, { widthPx }) => sum + widthPx, 0);
}

/** The order after a press on a column's head: ascending first, then the other way round. */
export function nextSort(sort: SortState, key: string): SortState {
  return { key, direction: sort.key === key && sort.direction === 'asc' ? 'desc' : 'asc' };
}

/** Anybody can write any key into an address: an unknown one means the first column that sorts. */
export function knownSort<Row>(columns: readonly Column<Row>[], sort: SortState): SortState {
  const sortable = columns.filter(({ sortBy }) => sortBy);
  if (sortable.some(({ key }) => key === sort.key)) return sort;
  return { key: sortable[0]?.key ?? '', direction: sort.direction };
}
