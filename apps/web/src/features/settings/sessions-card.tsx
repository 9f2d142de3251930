import { Button, Card, EmptyState, Skeleton, toast } from '@pocketfleet/ui';
import { formatShortMoment } from '@pocketfleet/ui/format';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, Monitor } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/settings';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { browserName } from '../../browser-name.ts';
import { useAuth } from '../../session/auth-provider.tsx';

/** The account's sessions. Each can be ended, or all at once. */
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
    onSuccess: () => toast.success(texts.thatSessionWasSignedOut),
    onError: () => toast.error(texts.theSessionCould),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
  const endAll = useMutation({
    mutationFn: () => client.call('endAllSessions'),
    onSuccess: () => {
      toast.success(texts.signedOutEverywhere);
      return logout();
    },
    onError: () => toast.error(texts.theSessionsCould),
  });

  return (
    <Card title={texts.sessions} lead={texts.whereYourAccountIsSigned}>
      {list.isPending ? (
        <div className="flex flex-col gap-3" role="status" aria-label={texts.loadingSessions}>
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      ) : null}
      {list.isError ? (
        <EmptyState
          isAlert
          icon={<CircleAlert />}
          title={texts.yourSessionsCouldNotBeLoaded}
          action={<Button onClick={() => list.refetch()}>{texts.retry}</Button>}
        >
          {texts.nothingWasChanged}
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
                      ? texts.thisSession
                      : texts.lastUsed(formatShortMoment(session.last_used_at))}
                  </p>
                </div>
                {session.is_current ? null : (
                  <Button
                    size="small"
                    aria-label={texts.signOutLastUsed(name, formatShortMoment(session.last_used_at))}
                    isBusy={endOne.isPending && endOne.variables === session.id}
                    onClick={() => endOne.mutate(session.id)}
                  >
                    {texts.signOut}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      ) : null}
      <div className="mt-6">
        <div className="flex flex-wrap gap-3">
          {/* One button, so that it keeps the focus. A second click cancels. */}
          <Button onClick={() => setAsking(!isAsking)}>
            {isAsking ? texts.staySignedIn : texts.signOutEverywhere}
          </Button>
          {isAsking ? (
            <Button kind="danger" isBusy={endAll.isPending} onClick={() => endAll.mutate()}>
              {texts.yesSignOutEverywhere}
            </Button>
          ) : null}
        </div>
        <p className="mt-2 text-small text-third">{texts.thisSessionEndsToo}</p>
      </div>
    </Card>
  );
}
