// For test/data-table.browser.test.ts: a table with as many rows, and in such a frame, as the address asks for.
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Column, SortState } from './column.ts';
import { DataTable } from './data-table.tsx';
import '../styles.css';

type Phone = { tag: string; battery: number | null; host: string };

const query = new URLSearchParams(location.search);
const phones = Array.from({ length: Number(query.get('rows') ?? 4) }, (_, index): Phone => {
  const batteries = [20, 100, null, 20];
  return { tag: `PF-${index + 8}`, battery: batteries[index % 4] ?? null, host: `host-${index % 2}` };
});

const columns: readonly Column<Phone>[] = [
  { key: 'tag', title: 'Tag', widthPx: 200, sortBy: ({ tag }) => tag, cell: ({ tag }) => tag },
  {
    key: 'battery',
    title: 'Battery',
    widthPx: 200,
    sortBy: ({ battery }) => battery,
    cell: ({ battery }) => battery ?? '–',
  },
  { key: 'host', title: 'Host', widthPx: 400, cell: ({ host }) => host },
  {
    key: 'menu',
    title: 'Actions',
    isTitleHidden: true,
    isAction: true,
    widthPx: Number(query.get('actions') ?? 100),
    cell: ({ tag }) => <button type="button">Actions for {tag}</button>,
  },
];

function Fixture() {
  const [sort, setSort] = useState<SortState>({ key: query.get('sort') ?? 'tag', direction: 'asc' });
  const [opened, setOpened] = useState('');
  return (
    <main>
      <h1>Above the table</h1>
      <DataTable
        label="Phones"
        rows={phones}
        rowKey={({ tag }) => tag}
        columns={columns}
        sort={sort}
        onSort={setSort}
        onOpen={({ tag }) => setOpened(tag)}
        folding={query.get('folding') === 'lines' ? 'lines' : 'facts'}
      />
      <p role="status">Opened: {opened}</p>
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Fixture />);
