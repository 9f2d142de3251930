import type { Asked } from '@pocketfleet/contract';
import { Banner, Button, Spinner, TextField } from '@pocketfleet/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as texts from '#language/connect';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { type Answer, ConsentForm } from './consent-form.tsx';

type Props = {
  asked: Asked;
  onAnswer(answer: Answer, program: string): void;
  /** The code is wrong or has ended: another one can be typed. */
  onBack(): void;
};

/** Shows what a program asks for, and takes the person's answer. */
export function ConnectProgram({ asked, onAnswer, onBack }: Props) {
  const client = useClient();
  const consent = useQuery({
    queryKey: ['consent', asked],
    queryFn: ({ signal }) => client.call('getConsent', { signal, body: { asked } }),
    // A wrong code counts each time that it's asked for.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const places = useQuery({
    queryKey: ['workspaces'],
    queryFn: ({ signal }) => client.call('listWorkspaces', { signal }),
  });
  const error = consent.error ?? places.error;
  if (error) {
    return (
      <div className="flex flex-col items-start gap-4">
        <Banner kind="error">{reasonOf(error) ?? texts.startAgain}</Banner>
        {'user_code' in asked ? <Button onClick={onBack}>{texts.enterTheCode}</Button> : null}
      </div>
    );
  }
  if (!consent.data || !places.data) return <Spinner size={24} label={texts.loading} />;
  const { program } = consent.data;
  return (
    <ConsentForm
      asked={asked}
      consent={consent.data}
      workspaces={places.data.workspaces}
      onAnswer={(answer) => onAnswer(answer, program)}
    />
  );
}

/** The code of a device is typed, or confirmed where a link has brought it: a link alone connects nothing. */
export function CodeForm({ initial, onCode }: { initial: string; onCode(code: string): void }) {
  const [code, setCode] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') onCode(code.trim());
  };
  return (
    <form onSubmit={submit} noValidate aria-label={texts.connect} className="flex flex-col gap-6">
      <TextField
        label={texts.code}
        hint={texts.codeHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit" kind="primary" size="large">
        {texts.goOn}
      </Button>
    </form>
  );
}
