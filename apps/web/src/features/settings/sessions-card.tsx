import { Button, Card, EmptyState, Skeleton, toast } from '@pocketfleet/ui';
import { formatShortMoment } from '@pocketfleet/ui/format';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, Monitor } from 'lucide-react';
import { useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useAuth } from '../../session/auth-provider.tsx';
import { browserName } from './browser-name.ts';

/** Where the account is signed in; each place can be ended, or all at once. */
export function SessionsCard() {
  const client = useClient();
  const queries = useQueryClient();
  const { logout } = useAuth();
  const [isAsking, setAsking] = useState(false);
  const list = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: async ({ signal }) => (await client.call('listSessions', { signal })).sessions,
  });
  const endOne = useMutation({
    mutationFn: (id: string) => client.call('endSession', { params: { id } }),
    onSuccess: () => toast.success('That session was signed out.'),
    onError: () => toast.error('The session could not be signed out. Please try again.'),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
  const endAll = useMutation({
    mutationFn: () => client.call('endAllSessions'),
    onSuccess: () => {
      toast.success('Signed out everywhere.');
      return logout();
    },
    onError: () => toast.error('The sessions could not be signed out. Please try again.'),
  });

  return (
    <Card title="Sessions" lead="Where your account is signed in. End what you do not know.">
      {list.isPending ? (
        <div className="flex flex-col gap-3" role="status" aria-label="Loading sessions">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      ) : null}
      {list.isError ? (
        <EmptyState
          isAlert
          icon={<CircleAlert />}
          title="Your sessions could not be loaded"
          action={<Button onClick={() => list.refetch()}>Retry</Button>}
        >
          Nothing was changed.
        </EmptyState>
      ) : null}
      {list.data ? (
        <ul className="-my-3 divide-y divide-hairline">
          {list.data.map((session) => {
            const name = browserName(session.user_agent);
            return (
              <li key={session.id} className="flex items-center gap-3 py-3">
                <Monitor size={16} className="shrink-0 text-third" />
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{name}</p>
                  <p className="text-second text-small">
                    {session.is_current
                      ? 'This session'
                      : `Last used ${formatShortMoment(session.last_used_at)}`}
                  </p>
                </div>
                {session.is_current ? null : (
                  <Button
                    size="small"
                    aria-label={`Sign out ${name}, last used ${formatShortMoment(session.last_used_at)}`}
                    isBusy={endOne.isPending && endOne.variables === session.id}
                    onClick={() => endOne.mutate(session.id)}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      ) : null}
      <div className="mt-6">
        <div className="flex flex-wrap gap-3">
          {/* One button, so that the focus stays; a second click takes the first back and ends nothing. */}
          <Button onClick={() => setAsking(!isAsking)}>
            {isAsking ? 'Stay signed in' : 'Sign out everywhere'}
          </Button>
          {isAsking ? (
            <Button kind="danger" isBusy={endAll.isPending} onClick={() => endAll.mutate()}>
              Yes, sign out everywhere
            </Button>
          ) : null}
        </div>
        <p className="mt-2 text-small text-third">This session ends, too, and every open stream.</p>
      </div>
    </Card>
  );
}
