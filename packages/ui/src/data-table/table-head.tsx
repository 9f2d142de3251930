import clsx from 'clsx';
import { ArrowUpDown, ChevronDown, ChevronUp } from 'lucide-react';
import { type Column, nextSort, type SortState } from './column.ts';

type Props<Row> = {
  columns: readonly Column<Row>[];
  sort: SortState | undefined;
  onSort: ((sort: SortState) => void) | undefined;
};

/** The titles, which stay below the page's header while the rows are scrolled. */
export function TableHead<Row>({ columns, sort, onSort }: Props<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => {
          const { key, title, head, isTitleHidden, isRight, sortBy } = column;
          const direction = sort?.key === key ? sort.direction : null;
          const isSortable = sort && onSort && sortBy;
          return (
            <th
              key={key}
              scope="col"
              aria-sort={isSortable ? ariaSort(direction) : undefined}
              className={clsx(
                'sticky top-14 z-1 h-9 whitespace-nowrap border-hairline border-b bg-page px-2 font-normal text-second text-small first:rounded-tl-card first:pl-5 last:rounded-tr-card last:pr-5 lg:px-3',
                isRight && 'text-right',
              )}
            >
              {isSortable ? (
                <SortButton title={title} direction={direction} onClick={() => onSort(nextSort(sort, key))} />
              ) : (
                <span className={isTitleHidden ? 'sr-only' : undefined}>{head ?? title}</span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function ariaSort(direction: SortState['direction'] | null) {
  if (direction === null) return 'none';
  return direction === 'asc' ? 'ascending' : 'descending';
}

function SortButton(props: { title: string; direction: SortState['direction'] | null; onClick(): void }) {
  const Arrow = { asc: ChevronUp, desc: ChevronDown, none: ArrowUpDown }[props.direction ?? 'none'];
  return (
    <button
      type="button"
      onClick={props.onClick}
      className={clsx(
        'group -mx-1.5 inline-flex h-7 items-center gap-1 rounded-small px-1.5 hover:text-main',
        props.direction && 'font-medium text-main',
      )}
    >
      {props.title}
      <Arrow
        size={14}
        className={props.direction ? '' : 'opacity-0 group-hover:opacity-75 group-focus-visible:opacity-75'}
      />
    </button>
  );
}
