import { formatCount } from '@pocketfleet/ui/format';
import { useApiQuery } from '../api/use-api-query.ts';
import { MessageList } from '../features/messages/message-list.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { Pager } from '../parts/pager.tsx';
import { pageQuery } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';
import { useSession } from '../session.ts';

export function MessagesPage() {
  const filters = useFilters();
  const { permissions } = useSession();
  const query = useApiQuery('listMessages', {
    query: {
      ...pageQuery(filters),
      state: oneOf(filters.get('state'), ['answered']) ?? 'open',
      q: filters.get('q'),
    },
  });
  const messages = query.data?.rows ?? [];
  return (
    <ListPage
      title="Contact messages"
      count={query.data && formatCount(query.data.total, 'message')}
      filters={filters}
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search name, email, text" isServers />
          <SelectFilter
            filters={filters}
            name="state"
            label="State"
            all="Open"
            options={[{ value: 'answered', label: 'Answered' }]}
          />
        </FilterBar>
      }
      query={query}
      shownCount={messages.length}
      empty={{ title: 'No open messages', text: 'Every message has been answered.' }}
    >
      <MessageList messages={messages} permissions={permissions} />
      {query.data ? (
        <Pager filters={filters} page={query.data.page} totalPages={query.data.total_pages} />
      ) : null}
    </ListPage>
  );
}
