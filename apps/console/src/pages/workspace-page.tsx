import { useParams } from 'react-router';
import { useApiQuery } from '../api/use-api-query.ts';
import { WorkspaceActivity } from '../features/workspaces/workspace-activity.tsx';
import { WorkspaceDetails } from '../features/workspaces/workspace-details.tsx';
import { WaitingPage } from '../parts/detail-page.tsx';
import { Page } from '../parts/list-page.tsx';

/** One workspace: its people, what lets somebody in, and what happened. */
export function WorkspacePage() {
  const { id = '' } = useParams();
  const query = useApiQuery('getWorkspace', { params: { id } }, 30_000);
  const workspace = query.data;
  if (!workspace) return <WaitingPage title="Workspace" subject="This workspace" query={query} />;
  return (
    <Page
      title={workspace.name}
      browserTitle={`Workspace ${workspace.name}`}
      count={workspace.is_personal ? 'Personal' : 'Team'}
      query={query}
    >
      <div className="flex flex-col gap-6">
        <WorkspaceDetails workspace={workspace} />
        <WorkspaceActivity key={workspace.id} workspaceId={workspace.id} />
      </div>
    </Page>
  );
}
