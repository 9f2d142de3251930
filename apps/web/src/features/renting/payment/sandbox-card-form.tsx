// The card form of the payment sandbox. A default export: loaded when the server says that it pays there.
import { TextField } from '@pocketfleet/ui';
import { type ChangeEvent, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type CardFields,
  cardBrand,
  cardTrouble,
  formatCardNumber,
  formatCvc,
  formatExpiry,
} from './card-fields.ts';
import { CardFormFrame, type CardFormProps } from './card-form-frame.tsx';
import { ChallengeDialog } from './challenge-dialog.tsx';
import { createSandboxGateway } from './sandbox-gateway.ts';

type Challenge = { url: string; intentId: string };

export default function SandboxCardForm(props: CardFormProps & { url: string }) {
  const { url, clientSecret } = props;
  const gateway = useMemo(
    () => createSandboxGateway({ fetch: (...args) => fetch(...args), url, clientSecret }),
    [url, clientSecret],
  );
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const form = useForm<CardFields>({
    defaultValues: { number: '', expiry: '', cvc: '', postalCode: '' },
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting } = form.formState;
  const isPaying = isSubmitting || challenge !== null;

  const pay = form.handleSubmit(async (card) => {
    const trouble = props.readTrouble();
    if (trouble !== null) return props.onOutcome({ kind: 'failed', sentence: trouble });
    props.onPaying();
    const answer = await gateway.confirm(card, props.email);
    if (answer.kind === 'challenge') setChallenge(answer);
    else props.onOutcome(answer);
  });
  const answered = async () => {
    setChallenge(null);
    props.onOutcome(await gateway.read().catch(() => ({ kind: 'unknown', read: gateway.read }) as const));
  };

  const field = (name: keyof CardFields, format?: (text: string) => string) => {
    const registered = form.register(name, {
      validate: (value) => cardTrouble[name](value) ?? true,
      onChange: () => form.clearErrors(name),
    });
    return {
      ...registered,
      isTall: true,
      isBusy: isPaying,
      error: errors[name]?.message,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        if (format) keepFormat(event, format);
        return registered.onChange(event);
      },
    };
  };
  const brand = cardBrand(form.watch('number'));
  return (
    <>
      <CardFormFrame amount={props.amount} isTestMode isPaying={isPaying} failure={null} onSubmit={pay}>
        <TextField
          label="Card number"
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="4242 4242 4242 4242"
          hint={brand ?? 'Visa, Mastercard, American Express or Discover'}
          {...field('number', formatCardNumber)}
        />
        <div className="grid grid-cols-2 items-start gap-5 sm:grid-cols-3 max-sm:[&>*:last-child]:col-span-2">
          <TextField
            label="Expiry"
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="MM / YY"
            {...field('expiry', formatExpiry)}
          />
          <TextField
            label="CVC"
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder="123"
            {...field('cvc', formatCvc)}
          />
          <TextField label="Postal code" autoComplete="postal-code" maxLength={10} {...field('postalCode')} />
        </div>
      </CardFormFrame>
      {challenge ? (
        <ChallengeDialog
          url={challenge.url}
          intentId={challenge.intentId}
          onAnswered={() => void answered()}
        />
      ) : null}
    </>
  );
}

/** Groups what is typed. Only at its end: inside, the caret would jump. */
function keepFormat(event: ChangeEvent<HTMLInputElement>, format: (text: string) => string): void {
  const input = event.target;
  const isAtEnd = input.selectionStart === input.value.length;
  const isDeleting = (event.nativeEvent as InputEvent).inputType?.startsWith('delete') === true;
  if (isAtEnd && !isDeleting) input.value = format(input.value);
}
