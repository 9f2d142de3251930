import { alarmKind } from '@pocketfleet/contract';
import { useApiQuery } from '../api/use-api-query.ts';
import { alarmColumns } from '../features/alarms/alarm-columns.tsx';
import { alarmNames } from '../parts/alarm-names.ts';
import { FilterBar, SelectFilter } from '../parts/filter-bar.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';
import { useSession } from '../session.ts';

export function AlarmsPage() {
  const filters = useFilters();
  const { permissions } = useSession();
  const query = useApiQuery('listAlarms', {
    query: {
      ...pageQuery(filters),
      state: oneOf(filters.get('state'), ['open', 'ended']),
      kind: oneOf(filters.get('kind'), alarmKind.options),
    },
  });
  return (
    <ServerList
      title="Alarms"
      noun="alarm"
      filters={filters}
      filterBar={
        <FilterBar>
          <SelectFilter
            filters={filters}
            name="state"
            label="State"
            all="State: any"
            options={[
              { value: 'open', label: 'Open' },
              { value: 'ended', label: 'Ended' },
            ]}
          />
          <SelectFilter
            filters={filters}
            name="kind"
            label="Kind"
            all="Kind: any"
            options={alarmKind.options.map((value) => ({ value, label: alarmNames[value] }))}
          />
        </FilterBar>
      }
      query={query}
      empty={{ title: 'No alarms', text: 'Hosts, phones and payments have no open problems.' }}
      columns={alarmColumns(permissions)}
      rowKey={(alarm) => alarm.id}
    />
  );
}
