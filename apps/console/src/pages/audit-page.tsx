import { auditRow, auditSubject } from '@pocketfleet/contract';
import { useAnswer } from '../api/use-answer.ts';
import { auditColumns } from '../features/audit/audit-columns.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';
import { nameInWords } from '../parts/words.ts';

const outcomes = auditRow.shape.outcome.options;

/** Every act of every operator, refused ones too. Nobody can change it. */
export function AuditPage() {
  const filters = useFilters();
  const answer = useAnswer('listAuditLog', {
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
      thing="act"
      filters={filters}
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search operator" />
          <SelectFilter
            filters={filters}
            name="subject"
            label="Subject"
            all="All subjects"
            options={auditSubject.options.map((value) => ({ value, label: nameInWords(value) }))}
          />
          <SelectFilter
            filters={filters}
            name="outcome"
            label="Outcome"
            all="All outcomes"
            options={outcomes.map((value) => ({ value, label: nameInWords(value) }))}
          />
        </FilterBar>
      }
      answer={answer}
      empty={{ title: 'Nothing was done yet', text: 'Every act of every operator will be here.' }}
      columns={auditColumns}
      rowKey={(act) => act.id}
    />
  );
}
