import { ApiError } from '@pocketfleet/client';
import type { SecondFactor } from '@pocketfleet/contract';
import { Banner, Button, TextField } from '@pocketfleet/ui';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as texts from '#language/second-factor';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { canUsePasskeys, signWithPasskey } from '../../browser-passkeys.ts';
import { ProofFields, type Way } from './proof-fields.tsx';

type Proof =
  | { current_password: string }
  | { code: string }
  | { assertion: Awaited<ReturnType<typeof signWithPasskey>> };
export type Confirmed = { name: string; proof: Proof };

/** The factors that the account has to confirm with, besides its password. */
export type OwnFactors = { kinds: readonly SecondFactor['kind'][]; recoveryCodes: number };

/**
 * Shows that it's the account's owner, before a change of second factors: by the password, a code or a passkey. Asks for a
 * name where one is needed. The typed text stays when it fails.
 */
export function ConfirmForm(props: {
  own: OwnFactors;
  lead?: ReactNode;
  /** The hint of the name's field; without it no name is asked for. */
  nameHint?: string;
  submit: string;
  kind?: 'primary' | 'danger';
  onSubmit(confirmed: Confirmed): Promise<void>;
  onCancel(): void;
}) {
  const client = useClient();
  const [name, setName] = useState('');
  const ways = waysOf(props.own);
  const [way, setWay] = useState<Way>('password');
  const [typed, setTyped] = useState({ password: '', code: '' });
  const [missing, setMissing] = useState<'name' | 'proof' | null>(null);
  const run = useMutation({
    mutationFn: async () => props.onSubmit({ name: name.trim(), proof: await proofBy(way) }),
  });

  async function proofBy(chosen: Way): Promise<Proof> {
    if (chosen === 'password') return { current_password: typed.password };
    if (chosen === 'code') return { code: typed.code.trim() };
    const { options } = await client.call('askForPasskey');
    const assertion = await signWithPasskey(options).catch(() => {
      throw new Error(texts.passkeyNotUsed);
    });
    return { assertion };
  }

  const lacks = (): 'name' | 'proof' | null => {
    if (props.nameHint !== undefined && name.trim() === '') return 'name';
    return way !== 'passkey' && typed[way].trim() === '' ? 'proof' : null;
  };
  const { error } = run;
  const fields = error instanceof ApiError ? error.fields : {};
  const isWrong = error instanceof ApiError && error.code === 'wrong_code';
  const isWrongCode = isWrong && way === 'code';
  const reason = error === null ? undefined : sentenceOf(error, isWrong && way === 'passkey');
  const refused = way === 'password' ? fields['current_password'] : isWrongCode ? reason : fields['code'];
  const isOfField = refused !== undefined || 'name' in fields;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const lacking = lacks();
        setMissing(lacking);
        if (lacking === null && !run.isPending) run.mutate();
      }}
    >
      {props.lead}
      {reason !== undefined && !isOfField ? <Banner kind="error">{reason}</Banner> : null}
      {props.nameHint === undefined ? null : (
        <TextField
          label={texts.name}
          hint={props.nameHint}
          value={name}
          maxLength={60}
          autoComplete="off"
          isBusy={run.isPending}
          error={missing === 'name' ? texts.nameMissing : fields['name']}
          onChange={({ target }) => setName(target.value)}
        />
      )}
      <ProofFields
        ways={ways}
        way={way}
        onWay={(chosen) => {
          setWay(chosen);
          setMissing(null);
          run.reset();
        }}
        typed={typed}
        onTyped={setTyped}
        isBusy={run.isPending}
        isMissing={missing === 'proof'}
        refused={refused}
      />
      <div className="flex justify-end gap-3">
        <Button onClick={props.onCancel}>{texts.cancel}</Button>
        <Button type="submit" kind={props.kind ?? 'primary'} isBusy={run.isPending}>
          {run.isPending && way === 'passkey' ? texts.waitingForPasskey : props.submit}
        </Button>
      </div>
    </form>
  );
}

function sentenceOf(error: Error, isOfPasskey: boolean): string {
  return isOfPasskey ? texts.passkeyRefused : (reasonOf(error) ?? error.message);
}

/** Only what the account has and this browser can use. */
function waysOf({ kinds, recoveryCodes }: OwnFactors): Way[] {
  const hasPasskey = kinds.includes('passkey') && canUsePasskeys();
  const hasCode = kinds.includes('authenticator') || recoveryCodes > 0;
  return ['password', ...(hasPasskey ? (['passkey'] as const) : []), ...(hasCode ? (['code'] as const) : [])];
}
