import clsx from 'clsx';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import type { Column } from './column.ts';

type Props<Row> = {
  columns: readonly Column<Row>[];
  index: number;
  /** Undefined for a folded row, which is as high as its facts. */
  heightPx: number | undefined;
  areActionsBelow: boolean;
  ref: Ref<HTMLTableRowElement>;
  /** The content of a column's cell. */
  cell(column: Column<Row>): ReactNode;
  onFocus(): void;
  onOpen: (() => void) | undefined;
};

const below = { position: 'static', gridColumn: '1 / -1' } as const;

/** One row. With `onOpen`, arrow keys move between the rows, and Enter or a double click opens one. */
export function TableRow<Row>(props: Props<Row>) {
  const { columns, index, heightPx, areActionsBelow, ref, cell, onFocus, onOpen } = props;
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      tabIndex={onOpen ? 0 : undefined}
      onFocus={onFocus}
      onKeyDown={onOpen && ((event) => onRowKey(event, onOpen))}
      onDoubleClick={onOpen}
      style={{ height: heightPx }}
      className="group/row -outline-offset-2 focus-within:bg-hover hover:bg-hover"
    >
      {columns.map((column) => (
        <td
          key={column.key}
          data-label={column.isTitleHidden ? undefined : column.title}
          data-action={column.isAction || undefined}
          data-own-line={column.isOwnLine || undefined}
          style={column.isAction && areActionsBelow ? below : undefined}
          className={clsx(
            'border-hairline border-b px-2 first:pl-5 last:pr-5 group-last/row:border-b-0 lg:px-3',
            column.isRight && 'text-right',
            column.isMono && 'font-mono text-small tabular-nums',
            column.isMultiline ? 'py-1.5' : 'overflow-hidden whitespace-nowrap',
          )}
        >
          {cell(column)}
        </td>
      ))}
    </tr>
  );
}

/** Stands for the rows that are not rendered. */
export function RowGap({ heightPx, columnCount }: { heightPx: number; columnCount: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr>
      <td colSpan={columnCount} style={{ height: heightPx, padding: 0 }} />
    </tr>
  );
}

function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void): void {
  // A button or menu in the row keeps its own keys.
  if (event.target !== event.currentTarget) return;
  const row = event.currentTarget;
  const next = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
  if (next instanceof HTMLElement) {
    event.preventDefault();
    // Beside a gap, this row was scrolled out of the window: it comes back with its neighbours.
    const target = next.tabIndex < 0 ? row : next;
    target.focus();
    target.scrollIntoView({ block: 'nearest' });
  }
  if (event.key === 'Enter') open();
}
