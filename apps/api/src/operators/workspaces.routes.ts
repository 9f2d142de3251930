// HTTP routes of workspaces, for our team. That somebody's activity was read is an entry of the audit log.
import { operatorRoutes as routes } from '@pocketfleet/contract';
import type { OperatorCalls } from './operator-calls.ts';
import { getWorkspaceAccess, listWorkspaces, readActivity } from './workspaces.ts';

export function registerWorkspaces({ attempt, act }: OperatorCalls): void {
  attempt(routes.listWorkspaces, ({ db, query }) => listWorkspaces(db, query));
  attempt(routes.getWorkspace, ({ db, params }) => getWorkspaceAccess(db, params.id));
  act(routes.readActivity, ({ db, params, query }) => readActivity(db, params.id, query));
}
