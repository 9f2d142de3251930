// Nothing of the console is drawn for anybody who isn't signed in with both factors.
import type { OperatorSession } from '@pocketfleet/contract';
import { Button, EmptyState, Spinner } from '@pocketfleet/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { isSignedOut, sentenceOf } from '../../api/errors.ts';
import { CodeForm } from './code-form.tsx';
import { EnrolForm } from './enrol-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionContext, sessionKey } from './session.ts';

export function SessionGate({ children }: { children: ReactNode }) {
  const client = useClient();
  const answers = useQueryClient();
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
  // Somebody was signed in in this page: that he is not any more needs a reason.
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (session.data?.step === 'done' && !wasSignedIn) setWasSignedIn(true);
  useEffect(
    // A call that says we are signed out ends the session here too.
    () =>
      answers.getQueryCache().subscribe(({ query }) => {
        const isOther = query.queryKey[0] !== sessionKey[0];
        if (isOther && isSignedOut(query.state.error) && answers.getQueryData(sessionKey)) {
          answers.setQueryData(sessionKey, null);
        }
      }),
    [answers],
  );
  const accept = (next: OperatorSession) => {
    // A refusal that ended the session before would end this one too, and what was told there is not for this one.
    answers.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
    answers.setQueryData(sessionKey, next);
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
          {sentenceOf(session.error)}
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
