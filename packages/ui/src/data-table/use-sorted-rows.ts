import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column, SortState } from './column.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
const collator = new Intl.Collator('en', { numeric: true });

/** The rows in the order of the sorted column; equal ones in the order of the first column. Unsorted without `sort`. */
export function useSortedRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: SortState | undefined,
): Row[] {
  // The table changes itself, so the compiler would keep its first rows.
  'use no memo';
  const definitions = useMemo(() => columns.map((column) => definitionOf(column)), [columns]);
  const firstKey = columns[0]?.sortBy && columns[0].key;
  const sortKey = sort?.key;
  const isDescending = sort?.direction === 'desc';
  const state = useMemo(() => {
    if (sortKey === undefined) return { sorting: [] };
    const sorting = [{ id: sortKey, desc: isDescending }];
    if (firstKey !== undefined && firstKey !== sortKey) sorting.push({ id: firstKey, desc: false });
    return { sorting };
  }, [sortKey, isDescending, firstKey]);
  const table = useTable({ features, columns: definitions, data: rows, state });
  return table.getRowModel().rows.map(({ original }) => original);
}

function definitionOf<Row extends object>({ key, sortBy }: Column<Row>): ColumnDef<typeof features, Row> {
  const sortFn: SortFn<typeof features, Row> = (a, b, id) => compare(a.getValue(id), b.getValue(id));
  return { id: key, accessorFn: (row) => sortBy?.(row) ?? undefined, sortUndefined: 'last', sortFn };
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}
