import { auditRow, auditSubject } from '@pocketfleet/contract';
import { humanize } from '@pocketfleet/ui/format';
import { useApiQuery } from '../api/use-api-query.ts';
import { auditColumns } from '../features/audit/audit-columns.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';

const outcomes = auditRow.shape.outcome.options;

/** Every action of every operator, refused ones too. Nobody can change the log. */
export function AuditPage() {
  const filters = useFilters();
  const query = useApiQuery('listAuditLog', {
    query: {
      ...pageQuery(filters),
      operator: filters.get('q'),
      subject: oneOf(filters.get('subject'), auditSubject.options),
      outcome: oneOf(filters.get('outcome'), outcomes),
    },
  });
  return (
    <ServerList
      title="Audit log"
      noun="entry"
      nouns="entries"
      filters={filters}
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search operator" />
          <SelectFilter
            filters={filters}
            name="subject"
            label="Subject"
            all="All subjects"
            options={auditSubject.options.map((value) => ({ value, label: humanize(value) }))}
          />
          <SelectFilter
            filters={filters}
            name="outcome"
            label="Outcome"
            all="All outcomes"
            options={outcomes.map((value) => ({ value, label: humanize(value) }))}
          />
        </FilterBar>
      }
      query={query}
      empty={{ title: 'No actions yet', text: 'Every action of every operator will appear here.' }}
      columns={auditColumns}
      rowKey={(row) => row.id}
    />
  );
}
