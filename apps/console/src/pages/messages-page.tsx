import { useAnswer } from '../api/use-answer.ts';
import { useSession } from '../features/accounts/session.ts';
import { MessageList } from '../features/messages/message-list.tsx';
import { FilterBar, SearchFilter, SelectFilter } from '../parts/filter-bar.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { Pager } from '../parts/pager.tsx';
import { pageQuery } from '../parts/server-list.tsx';
import { oneOf, useFilters } from '../parts/use-filters.ts';
import { counted } from '../parts/words.ts';

export function MessagesPage() {
  const filters = useFilters();
  const { permissions } = useSession();
  const answer = useAnswer('listMessages', {
    query: {
      ...pageQuery(filters),
      state: oneOf(filters.get('state'), ['answered']) ?? 'open',
      q: filters.get('q'),
    },
  });
  const messages = answer.data?.rows ?? [];
  return (
    <ListPage
      title="Contact messages"
      count={answer.data && counted(answer.data.total, 'message')}
      filters={filters}
      filterBar={
        <FilterBar>
          <SearchFilter filters={filters} label="Search name, e-mail, text" isServers />
          <SelectFilter
            filters={filters}
            name="state"
            label="State"
            all="Open"
            options={[{ value: 'answered', label: 'Answered' }]}
          />
        </FilterBar>
      }
      answer={answer}
      shownCount={messages.length}
      empty={{ title: 'Nothing to answer', text: 'Every message has its answer.' }}
    >
      <MessageList messages={messages} permissions={permissions} />
      {answer.data ? (
        <Pager filters={filters} page={answer.data.page} totalPages={answer.data.total_pages} />
      ) : null}
    </ListPage>
  );
}
