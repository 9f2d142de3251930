import { ChevronDown, ChevronUp } from 'lucide-react';
import { IconButton } from '../icon-button.tsx';
import { Select } from '../select.tsx';
import type { Column, SortState } from './column.ts';

type Props<Row> = { columns: readonly Column<Row>[]; sort: SortState; onSort(sort: SortState): void };

/** Above folded rows, which have no heads to press: by what they are sorted, and which way. */
export function SortBar<Row>({ columns, sort, onSort }: Props<Row>) {
  const isAscending = sort.direction === 'asc';
  return (
    <div className="flex items-center gap-2 border-hairline border-b px-5 py-2 text-second text-small">
      <span aria-hidden="true">Sort by</span>
      <Select
        aria-label="Sort by"
        value={sort.key}
        options={columns.flatMap(({ key, title, sortBy }) => (sortBy ? [{ value: key, label: title }] : []))}
        onChange={(event) => onSort({ ...sort, key: event.target.value })}
      />
      <IconButton
        label={isAscending ? 'Ascending: sort descending' : 'Descending: sort ascending'}
        icon={isAscending ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
        onClick={() => onSort({ ...sort, direction: isAscending ? 'desc' : 'asc' })}
      />
    </div>
  );
}
