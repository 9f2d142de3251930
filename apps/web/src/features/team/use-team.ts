import type { Member, Workspace } from '@pocketfleet/contract';
import { toast } from '@pocketfleet/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';
import { listDevices } from '../../api/devices.ts';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';

export function useMembers(team: Workspace) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.members,
    queryFn: async ({ signal }): Promise<Member[]> => {
      const { members } = await client.call('listMembers', { params: { id: team.id }, signal });
      // Without the permission “members” the list leaves these out; the page shows names and roles alone then.
      return members.map(
        ({
          email = '',
          phones = [],
          monthly_limit_cents = null,
          joined_at = '',
          last_active_at = null,
          ...each
        }) => ({
          ...each,
          email,
          phones,
          monthly_limit_cents,
          joined_at,
          last_active_at,
        }),
      );
    },
  });
}

export function useBudget(team: Workspace) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.budget,
    queryFn: ({ signal }) => client.call('getBudget', { params: { id: team.id }, signal }),
  });
}

export function useInvitations(team: Workspace) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.invitations,
    queryFn: async ({ signal }) =>
      (await client.call('listInvitations', { params: { id: team.id }, signal })).invitations,
  });
}

export type TeamPhone = { id: string; tag: string; label: string | null };

/** The team's phones that the customer has, for names and choices. */
export function useTeamPhones(): readonly TeamPhone[] {
  const client = useClient();
  const list = useQuery({
    queryKey: queryKeys.devices,
    queryFn: ({ signal }) => listDevices(client, signal),
  });
  return list.data?.devices ?? [];
}

/** A change of the team: says what happened or why it can't be, and fetches again what may have changed. */
export function useTeamChange<Input>(
  run: (input: Input) => Promise<unknown>,
  done: (input: Input) => string,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (_, input) => void toast.success(done(input)),
    onError: (error) => void toast.error(reasonOf(error) ?? error.message),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.members }),
        queries.invalidateQueries({ queryKey: queryKeys.invitations }),
        queries.invalidateQueries({ queryKey: queryKeys.budget }),
      ]),
  });
}
