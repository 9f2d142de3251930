// The table of site, panel and console. Columns are data (column.ts), TanStack Table sorts, TanStack Virtual chooses the
// rows of a long list that are rendered. Where the frame is too narrow, each row is folded into a block (styles.css).
import clsx from 'clsx';
import { type CSSProperties, Fragment, useEffect, useRef, useState } from 'react';
import { Skeleton } from '../skeleton.tsx';
import { type Column, knownSort, minWidthPx, type SortState } from './column.ts';
import { SortBar } from './sort-bar.tsx';
import { TableHead } from './table-head.tsx';
import { RowGap, TableRow } from './table-row.tsx';
import { useFolding } from './use-folding.ts';
import { useSortedRows } from './use-sorted-rows.ts';
import { useVisibleRows } from './use-visible-rows.ts';

type Props<Row> = {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string | number;
  rowHeightPx?: number;
  /** The current order, which the caller keeps; without it, rows keep the order in which they are given. */
  sort?: SortState | undefined;
  onSort?: ((sort: SortState) => void) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  /** How many rows there are, where not all of them are loaded yet. */
  totalRows?: number;
  /** Called after each render in which the last loaded row is in the window or near it. */
  onNearEnd?: (() => void) | undefined;
  /** While the rows are loaded, this many skeletons stand in for them. */
  skeletonRows?: number | undefined;
  /**
   * How a row looks in a frame that is too narrow: a grid of facts, each with its column's title, or lines of text for
   * cells that say by themselves what they are.
   */
  folding?: 'facts' | 'lines';
  /** The frame's width under which rows fold; by default three quarters of what the columns would like. */
  foldBelowPx?: number;
  /** The least width of a fact, for columns with short values. */
  factWidth?: string;
};

/** In a folded row of a narrow frame, wider buttons leave no room for a name beside them: they stand below everything else. */
const mostBesidePx = 130;

export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, columns, rowKey, rowHeightPx = 40, onSort, onOpen, onNearEnd, skeletonRows } = props;
  const frame = useRef<HTMLElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const columnsPx = minWidthPx(columns);
  const { isFolded, isRoomy } = useFolding(frame, props.foldBelowPx ?? columnsPx * 0.75);
  const sort = props.sort && knownSort(columns, props.sort);
  const rows = useSortedRows(props.rows, columns, sort);
  const [focusedKey, setFocusedKey] = useState<string | number | null>(null);
  const focusedIndex = focusedKey === null ? -1 : rows.findIndex((row) => rowKey(row) === focusedKey);
  const rowCount = skeletonRows ?? rows.length;
  const { visible, isNearEnd, gapAfterPx, measureRow } = useVisibleRows({
    body,
    rowCount,
    rowHeightPx,
    focusedIndex,
    isFolded,
  });
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  });
  const actions = columns.find(({ isAction }) => isAction);
  const actionsPx = actions?.foldedWidthPx ?? actions?.widthPx ?? 0;
  const isBelow = isFolded && !isRoomy && props.folding !== 'lines' && actionsPx > mostBesidePx;
  const style: Record<string, string> = {
    '--fact': props.factWidth ?? (isRoomy ? '12.5rem' : '8.5rem'),
    '--actions': isBelow ? '0rem' : `${actionsPx / 16}rem`,
  };
  return (
    <section
      ref={frame}
      aria-label={label}
      style={style as CSSProperties}
      className={clsx(
        'pf-table rounded-card border border-hairline bg-surface',
        isFolded && `pf-folded pf-${props.folding ?? 'facts'}`,
      )}
    >
      {isFolded && sort && onSort ? <SortBar columns={columns} sort={sort} onSort={onSort} /> : null}
      <table
        aria-rowcount={(props.totalRows ?? rowCount) + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-left"
      >
        <colgroup>
          {columns.map(({ key, widthPx }) => (
            <col key={key} style={{ width: `${(100 * widthPx) / columnsPx}%` }} />
          ))}
        </colgroup>
        <TableHead columns={columns} sort={isFolded ? undefined : sort} onSort={onSort} />
        <tbody ref={body} onBlur={() => setFocusedKey(null)}>
          {visible.map(({ index, gapPx }) => {
            const row = rows[index];
            return (
              <Fragment key={row ? rowKey(row) : index}>
                <RowGap heightPx={gapPx} columnCount={columns.length} />
                <TableRow
                  ref={measureRow}
                  columns={columns}
                  index={index}
                  heightPx={isFolded ? undefined : rowHeightPx}
                  areActionsBelow={isBelow}
                  cell={(column) =>
                    row ? column.cell(row, rows) : <CellSkeleton isRight={column.isRight} />
                  }
                  onFocus={() => setFocusedKey(row ? rowKey(row) : null)}
                  onOpen={row && onOpen && (() => onOpen(row))}
                />
              </Fragment>
            );
          })}
          <RowGap heightPx={gapAfterPx} columnCount={columns.length} />
        </tbody>
      </table>
    </section>
  );
}

function CellSkeleton({ isRight }: { isRight: boolean | undefined }) {
  return <Skeleton className={clsx('h-3.5 w-3/5 min-w-12', isRight && 'ml-auto')} />;
}
