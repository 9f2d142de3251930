// Stripe's own elements. A default export: loaded, with Stripe's script, only where the server has keys of Stripe.
import { Skeleton, TextField } from '@pocketfleet/ui';
import type { Stripe, StripeCardNumberElement, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { postalCodeTrouble } from './card-fields.ts';
import { CardFormFrame, type CardFormProps } from './card-form-frame.tsx';
import { paymentSentences } from './payment-outcome.ts';
import { payWithStripe, type StripeCalls } from './stripe-gateway.ts';

type Loaded = { stripe: Stripe; elements: StripeElements };

const parts = [
  { kind: 'cardNumber', label: 'Card number' },
  { kind: 'cardExpiry', label: 'Expiry' },
  { kind: 'cardCvc', label: 'CVC' },
] as const;

export default function StripeCardForm(props: CardFormProps & { publishableKey: string }) {
  const loaded = useStripe(props.publishableKey);
  const [postalCode, setPostalCode] = useState('');
  const [postalError, setPostalError] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isPaying, setPaying] = useState(false);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = postalCodeTrouble(postalCode);
    setPostalError(wrong);
    if (wrong !== undefined) return;
    const card = loaded === null || loaded === 'failed' ? null : loaded.elements.getElement('cardNumber');
    if (loaded === null || loaded === 'failed') return setFailure(paymentSentences.notReady);
    if (card === null) return setFailure(paymentSentences.noCard);
    const trouble = props.readTrouble();
    if (trouble !== null) return props.onOutcome({ kind: 'failed', sentence: trouble });
    setPaying(true);
    setFailure(null);
    props.onPaying();
    const { clientSecret, email } = props;
    try {
      const answer = await payWithStripe(callsOf(loaded.stripe, card), {
        clientSecret,
        email,
        postalCode: postalCode.trim(),
      });
      if (answer.kind === 'incomplete') setFailure(answer.sentence);
      else props.onOutcome(answer);
    } finally {
      setPaying(false);
    }
  };

  return (
    <CardFormFrame
      amount={props.amount}
      isTestMode={props.publishableKey.startsWith('pk_test_')}
      isPaying={isPaying}
      failure={loaded === 'failed' ? paymentSentences.notReady : failure}
      onSubmit={(event) => void pay(event)}
    >
      {loaded === 'failed' ? null : (
        <div className="grid grid-cols-2 items-start gap-5 sm:grid-cols-3 max-sm:[&>*:last-child]:col-span-2">
          {parts.map(({ kind, label }) => (
            <div key={kind} className={kind === 'cardNumber' ? 'col-span-2 sm:col-span-3' : ''}>
              <ElementField loaded={loaded} kind={kind} label={label} />
            </div>
          ))}
          <TextField
            label="Postal code"
            autoComplete="postal-code"
            maxLength={10}
            isTall
            isBusy={isPaying}
            value={postalCode}
            error={postalError}
            onChange={(event) => {
              setPostalCode(event.target.value);
              setPostalError(undefined);
            }}
          />
        </div>
      )}
    </CardFormFrame>
  );
}

/** Null while Stripe's script loads. */
function useStripe(publishableKey: string): Loaded | 'failed' | null {
  const [loaded, setLoaded] = useState<Loaded | 'failed' | null>(null);
  useEffect(() => {
    let isGone = false;
    loadStripe(publishableKey).then(
      (stripe) => {
        if (!isGone) setLoaded(stripe ? { stripe, elements: stripe.elements() } : 'failed');
      },
      () => {
        if (!isGone) setLoaded('failed');
      },
    );
    return () => {
      isGone = true;
    };
  }, [publishableKey]);
  return loaded;
}

/** One of Stripe's frames in a field of ours. */
function ElementField(props: { loaded: Loaded | null; kind: (typeof parts)[number]['kind']; label: string }) {
  const { loaded, kind } = props;
  const labelId = useId();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (loaded === null || place.current === null) return;
    const style = getComputedStyle(place.current);
    const looks = { base: { color: style.color, fontFamily: 'system-ui, sans-serif', fontSize: '16px' } };
    // The three overloads of `create` differ by this literal only.
    const element =
      kind === 'cardNumber'
        ? loaded.elements.create(kind, { style: looks, showIcon: true })
        : kind === 'cardExpiry'
          ? loaded.elements.create(kind, { style: looks })
          : loaded.elements.create(kind, { style: looks });
    element.mount(place.current);
    return () => element.destroy();
  }, [loaded, kind]);
  return (
    <div className="flex flex-col gap-2">
      <span id={labelId} className="font-medium text-body">
        {props.label}
      </span>
      {loaded === null ? (
        <Skeleton className="h-11 w-full" />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: it holds a frame of Stripe's, which has the field
        <div
          ref={place}
          role="group"
          aria-labelledby={labelId}
          className="pf-input h-11 px-3 py-2.5 text-main"
        />
      )}
    </div>
  );
}

function callsOf(stripe: Stripe, card: StripeCardNumberElement): StripeCalls {
  return {
    createPaymentMethod: ({ email, postalCode }) =>
      stripe.createPaymentMethod({
        type: 'card',
        card,
        billing_details: { email, address: { postal_code: postalCode } },
      }),
    confirmCardPayment: (clientSecret, id) => stripe.confirmCardPayment(clientSecret, { payment_method: id }),
    retrievePaymentIntent: (clientSecret) => stripe.retrievePaymentIntent(clientSecret),
  };
}
