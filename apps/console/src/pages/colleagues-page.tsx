import { Button } from '@pocketfleet/ui';
import { useApiQuery } from '../api/use-api-query.ts';
import { createColleague } from '../features/colleagues/colleague-actions.ts';
import { colleagueColumns } from '../features/colleagues/colleague-columns.tsx';
import { RoleTable } from '../features/colleagues/role-table.tsx';
import { useOpenAction } from '../parts/action-dialog.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { useFilters } from '../parts/use-filters.ts';
import { useSession } from '../session.ts';

/** Our team's accounts, and what their roles may do. */
export function ColleaguesPage() {
  const filters = useFilters();
  const openAction = useOpenAction();
  const { operator, permissions } = useSession();
  const query = useApiQuery('listOperators', { query: pageQuery(filters) });
  const roles = useApiQuery('listRoles', {}, 60_000).data?.roles;
  return (
    <>
      <ServerList
        title="Colleagues"
        noun="colleague"
        filters={filters}
        actions={
          roles ? (
            <Button size="small" kind="primary" onClick={() => openAction(createColleague(roles))}>
              Add a colleague
            </Button>
          ) : null
        }
        query={query}
        empty={{ title: 'Nobody yet', text: 'Add the first colleague.' }}
        columns={colleagueColumns({ ownId: operator.id, permissions, roles: roles ?? [] })}
        rowKey={(row) => row.id}
      />
      {roles ? (
        <div className="px-4 pb-8 lg:px-6">
          <RoleTable roles={roles} />
        </div>
      ) : null}
    </>
  );
}
