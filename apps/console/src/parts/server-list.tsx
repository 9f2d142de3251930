// A list that the server filters and cuts into pages: orders, customers, the audit log.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListPage } from './list-page.tsx';
import { type Column, LongTable } from './long-table.tsx';
import { Pager } from './pager.tsx';
import type { Filters } from './use-filters.ts';
import { counted } from './words.ts';

type ListAnswer<Row> = { rows: Row[]; total: number; page: number; total_pages: number };

type Props<Row> = {
  title: string;
  /** "order"; the plural takes an s. */
  thing: string;
  actions?: ReactNode;
  filterBar?: ReactNode;
  filters: Filters;
  answer: UseQueryResult<ListAnswer<Row>>;
  empty: { title: string; text: string };
  columns: readonly Column<Row>[];
  rowKey(row: Row): string | number;
  onOpen?(row: Row): void;
};

export function ServerList<Row>(props: Props<Row>) {
  const { answer, filters, title } = props;
  const rows = answer.data?.rows ?? [];
  return (
    <ListPage
      title={title}
      count={answer.data && counted(answer.data.total, props.thing)}
      actions={props.actions}
      filterBar={props.filterBar}
      filters={filters}
      answer={answer}
      shownCount={rows.length}
      empty={props.empty}
    >
      <LongTable
        label={title}
        rows={rows}
        rowKey={props.rowKey}
        columns={props.columns}
        onOpen={props.onOpen}
      />
      {answer.data ? (
        <Pager filters={filters} page={answer.data.page} totalPages={answer.data.total_pages} />
      ) : null}
    </ListPage>
  );
}

/** Which page of the list the address asks for, as the API wants it. */
export function pageQuery(filters: Filters): { page: number; per_page: number } {
  const page = Number(filters.get('page') ?? 1);
  return { page: Number.isInteger(page) && page > 0 ? page : 1, per_page: 100 };
}
