// A list that the server filters and cuts into pages: orders, customers, the audit log.
import { type Column, DataTable } from '@pocketfleet/ui';
import { formatCount } from '@pocketfleet/ui/format';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListPage } from './list-page.tsx';
import { Pager } from './pager.tsx';
import type { Filters } from './use-filters.ts';

type ListResponse<Row> = { rows: Row[]; total: number; page: number; total_pages: number };

type Props<Row> = {
  title: string;
  /** The noun for a row: "order". Without `nouns` its plural is formed with an s. */
  noun: string;
  nouns?: string;
  actions?: ReactNode;
  filterBar?: ReactNode;
  filters: Filters;
  query: UseQueryResult<ListResponse<Row>>;
  empty: { title: string; text: string };
  columns: readonly Column<Row>[];
  rowKey(row: Row): string | number;
  onOpen?(row: Row): void;
};

export function ServerList<Row extends object>(props: Props<Row>) {
  const { query, filters, title } = props;
  const rows = query.data?.rows ?? [];
  return (
    <ListPage
      title={title}
      count={query.data && formatCount(query.data.total, props.noun, props.nouns)}
      actions={props.actions}
      filterBar={props.filterBar}
      filters={filters}
      query={query}
      shownCount={rows.length}
      empty={props.empty}
    >
      <DataTable
        label={title}
        rows={rows}
        rowKey={props.rowKey}
        columns={props.columns}
        onOpen={props.onOpen}
      />
      {query.data ? (
        <Pager filters={filters} page={query.data.page} totalPages={query.data.total_pages} />
      ) : null}
    </ListPage>
  );
}

/** The page of the list that the address asks for, as the API expects it. */
export function pageQuery(filters: Filters): { page: number; per_page: number } {
  const page = Number(filters.get('page') ?? 1);
  return { page: Number.isInteger(page) && page > 0 ? page : 1, per_page: 100 };
}
