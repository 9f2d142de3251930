import { Button } from '@pocketfleet/ui';
import { useAnswer } from '../api/use-answer.ts';
import { useSession } from '../features/accounts/session.ts';
import { createColleague } from '../features/colleagues/colleague-acts.ts';
import { colleagueColumns } from '../features/colleagues/colleague-columns.tsx';
import { RoleTable } from '../features/colleagues/role-table.tsx';
import { useOpenAct } from '../parts/act-dialog.tsx';
import { pageQuery, ServerList } from '../parts/server-list.tsx';
import { useFilters } from '../parts/use-filters.ts';

/** Our team's accounts, and what their roles may do. */
export function ColleaguesPage() {
  const filters = useFilters();
  const openAct = useOpenAct();
  const { operator, permissions } = useSession();
  const answer = useAnswer('listOperators', { query: pageQuery(filters) });
  const roles = useAnswer('listRoles', {}, 60_000).data?.roles;
  return (
    <>
      <ServerList
        title="Colleagues"
        thing="colleague"
        filters={filters}
        actions={
          roles ? (
            <Button size="small" kind="primary" onClick={() => openAct(createColleague(roles))}>
              Add a colleague
            </Button>
          ) : null
        }
        answer={answer}
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
