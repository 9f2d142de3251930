// Nothing of the console is rendered before somebody has signed in with both factors.
import type { OperatorSession } from '@pocketfleet/contract';
import { Button, EmptyState, Spinner } from '@pocketfleet/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { errorMessage, isSignedOut } from '../../api/errors.ts';
import { SessionContext, sessionKey } from '../../session.ts';
import { CodeForm } from './code-form.tsx';
import { EnrolForm } from './enrol-form.tsx';
import { PasswordForm } from './password-form.tsx';

export function SessionGate({ children }: { children: ReactNode }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const session = useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }): Promise<OperatorSession | null> => {
      try {
        return await client.call('getSession', { signal });
      } catch (error) {
        if (isSignedOut(error)) return null;
        throw error;
      }
    },
    refetchInterval: 60_000,
  });
  // The sign-in form explains why, if somebody was signed in on this page before.
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (session.data?.step === 'done' && !wasSignedIn) setWasSignedIn(true);
  useEffect(
    // A call that says we are signed out ends the session here too.
    () =>
      queryClient.getQueryCache().subscribe(({ query }) => {
        const isOther = query.queryKey[0] !== sessionKey[0];
        if (isOther && isSignedOut(query.state.error) && queryClient.getQueryData(sessionKey)) {
          queryClient.setQueryData(sessionKey, null);
        }
      }),
    [queryClient],
  );
  const accept = (next: OperatorSession) => {
    // Cached refusals of the ended session would end this one too, and cached data belongs to the other operator.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
    queryClient.setQueryData(sessionKey, next);
  };

  if (session.data?.step === 'done') {
    return <SessionContext value={session.data}>{children}</SessionContext>;
  }
  if (session.isPending)
    return (
      <Centred>
        <Spinner size={24} label="Loading" />
      </Centred>
    );
  if (session.isError && session.data === undefined) {
    return (
      <Centred>
        <EmptyState
          isAlert
          title="The console can’t be opened"
          action={<Button onClick={() => session.refetch()}>Try again</Button>}
        >
          {errorMessage(session.error)}
        </EmptyState>
      </Centred>
    );
  }
  if (session.data?.step === 'code') return <CodeForm session={session.data} onDone={accept} />;
  if (session.data?.step === 'enrol') return <EnrolForm session={session.data} onDone={accept} />;
  return <PasswordForm hasEnded={wasSignedIn} onDone={accept} />;
}

function Centred({ children }: { children: ReactNode }) {
  return <main className="flex min-h-dvh items-center justify-center p-4">{children}</main>;
}
