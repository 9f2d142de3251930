import type { AccessPermission, Workspace } from '@pocketfleet/contract';
import { teamId } from '../team.ts';
import { useUser } from './auth-provider.tsx';

/** The workspace of this tab: null while it is not known, undefined when it isn't the customer's (any more). */
export function useWorkspace(): Workspace | null | undefined {
  const { id, workspaces } = useUser();
  if (workspaces === undefined) return null;
  return workspaces.find((each) => each.id === (teamId ?? id));
}

/**
 * True when the customer's role allows something here. An action is offered while the role isn't known yet: the server decides in any case, and in
 * their personal account a customer may do everything.
 */
export function useMay(permission: AccessPermission): boolean {
  const workspace = useWorkspace();
  return workspace ? workspace.permissions.includes(permission) : true;
}
