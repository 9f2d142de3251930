// A dense table of up to thousands of rows in the page's own scroll: only those in sight are drawn. Arrow keys
// move between rows, Enter opens one.
import { SortHeader, Table, TableFrame, Td, Th } from '@pocketfleet/ui';
import clsx from 'clsx';
import {
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useVisibleRows } from './use-visible-rows.ts';
import { withFocusedRow } from './visible-rows.ts';

export type Column<Row> = {
  key: string;
  title: string;
  /** In place of the title as a text. */
  head?: ReactNode;
  /** Only for those who can't see the column's place. */
  isTitleHidden?: boolean;
  widthPx: number;
  /** Given, the head sorts by this key. */
  isSortable?: boolean;
  isRight?: boolean;
  /** Stays in sight at the right end where the table scrolls sideways: what can be done to a row. */
  isPinned?: boolean;
  cell(row: Row): ReactNode;
};

export type SortState = { key: string; direction: 'asc' | 'desc' };

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** How many there are, where not all of them are loaded yet. */
  totalRows?: number;
  /** The last loaded row is about to come into sight; said again with each drawing as long as it is. */
  onNearEnd?: (() => void) | undefined;
  rowKey(row: Row): string | number;
  rowHeightPx?: number;
  sort?: SortState | undefined;
  onSort?: ((key: string) => void) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
};

/** A head that sticks below the header on wide screens must not do so inside a frame that scrolls. */
const pinned = 'max-lg:sticky max-lg:top-auto max-lg:right-0';
/** An open menu lies in its cell, and over the pinned cells of other rows. */
const pinnedCell =
  'bg-surface group-focus-within/row:bg-hover group-hover/row:bg-hover group-last/row:rounded-br-card focus-within:z-2 has-[[data-state=open]]:z-2';

export function LongTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, rowHeightPx = 40, sort, onSort, onOpen, onNearEnd } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, end } = useVisibleRows(body, rows.length, rowHeightPx);
  const [focusedKey, setFocusedKey] = useState<string | number | null>(null);
  const drawn = withFocusedRow(
    { first, end },
    focusedKey === null ? -1 : rows.findIndex((row) => rowKey(row) === focusedKey),
  );
  const isNearEnd = end === rows.length;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  });
  const minWidth = columns.reduce((sum, column) => sum + column.widthPx, 0);
  return (
    <TableFrame label={label}>
      {/* On wide screens columns share what there is; below, the frame scrolls sideways. */}
      <Table
        className="relative table-fixed max-lg:min-w-(--columns)"
        style={{ '--columns': `${minWidth}px` } as CSSProperties}
        aria-rowcount={(props.totalRows ?? rows.length) + 1}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} style={{ width: `${(100 * column.widthPx) / minWidth}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) =>
              column.isSortable && onSort ? (
                <SortHeader
                  key={column.key}
                  direction={sort?.key === column.key ? sort.direction : null}
                  onSort={() => onSort(column.key)}
                  {...(column.isRight ? { className: 'text-right' } : {})}
                >
                  {column.title}
                </SortHeader>
              ) : (
                <Th
                  key={column.key}
                  className={clsx(column.isRight && 'text-right', column.isPinned && pinned)}
                >
                  {column.isTitleHidden ? (
                    <span className="sr-only">{column.title}</span>
                  ) : (
                    (column.head ?? column.title)
                  )}
                </Th>
              ),
            )}
          </tr>
        </thead>
        <tbody ref={body} onBlur={() => setFocusedKey(null)}>
          {drawn.map((index, at) => {
            const row = rows[index];
            if (row === undefined) return null;
            const before = index - (at === 0 ? 0 : (drawn[at - 1] ?? 0) + 1);
            return (
              <Fragment key={rowKey(row)}>
                <Gap heightPx={before * rowHeightPx} span={columns.length} />
                <tr
                  aria-rowindex={index + 2}
                  tabIndex={onOpen ? 0 : undefined}
                  onFocus={() => setFocusedKey(rowKey(row))}
                  onKeyDown={(event) => onRowKey(event, onOpen && (() => onOpen(row)))}
                  onDoubleClick={onOpen && (() => onOpen(row))}
                  style={{ height: rowHeightPx }}
                  className="group/row -outline-offset-2 focus-within:bg-hover hover:bg-hover"
                >
                  {columns.map((column) => (
                    <Td
                      key={column.key}
                      className={clsx(
                        'overflow-hidden whitespace-nowrap',
                        column.isRight && 'text-right',
                        column.isPinned && pinned,
                        column.isPinned && pinnedCell,
                      )}
                    >
                      {column.cell(row)}
                    </Td>
                  ))}
                </tr>
              </Fragment>
            );
          })}
          <Gap heightPx={(rows.length - 1 - (drawn.at(-1) ?? -1)) * rowHeightPx} span={columns.length} />
        </tbody>
      </Table>
    </TableFrame>
  );
}

/** Stands for the rows that are not drawn. */
function Gap({ heightPx, span }: { heightPx: number; span: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr>
      <td colSpan={span} style={{ height: heightPx, padding: 0 }} />
    </tr>
  );
}

function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, open: (() => void) | undefined): void {
  // Keys that a button or menu in the row gets are its own.
  if (event.target !== event.currentTarget) return;
  const row = event.currentTarget;
  const next = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
  if (next instanceof HTMLElement) {
    event.preventDefault();
    // A gap: this row was scrolled out of sight, and comes back with its neighbours.
    const target = next.tabIndex < 0 ? row : next;
    target.focus();
    target.scrollIntoView({ block: 'nearest' });
  }
  if (event.key === 'Enter') open?.();
}
