// Stripe's own elements. A default export: loaded, with Stripe's script, only where the server has keys of Stripe.
import { Skeleton, TextField } from '@pocketfleet/ui';
import type { Stripe, StripeCardNumberElement, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import * as texts from '#language/payment';
import { postalCodeError } from './card-fields.ts';
import { CardFormFrame, type CardFormProps } from './card-form-frame.tsx';
import { cardMessages } from './card-result.ts';
import { payWithStripe, readStripeIntent, type StripeCalls } from './stripe-gateway.ts';

type Loaded = { stripe: Stripe; elements: StripeElements };

const parts = [
  { kind: 'cardNumber', field: 'number', label: texts.cardNumber },
  { kind: 'cardExpiry', field: 'expiry', label: texts.expiry },
  { kind: 'cardCvc', field: 'cvc', label: texts.cvc },
] as const;

export default function StripeCardForm(props: CardFormProps & { publishableKey: string }) {
  const loaded = useStripe(props.publishableKey);
  const [postalCode, setPostalCode] = useState('');
  const [postalError, setPostalError] = useState<string | undefined>();
  const { clientSecret, email, isPaying, declined } = props;
  const declinedPostalCode = declined?.field === 'postalCode' ? declined.message : undefined;
  useEffect(() => {
    if (declined === null || loaded === null || loaded === 'failed') return;
    // As every checkout does, the security code is asked for again; all else stays as it was typed.
    loaded.elements.getElement('cardCvc')?.clear();
    const part = parts.find(({ field }) => field === declined.field);
    if (part) focusElement(loaded.elements, part.kind);
  }, [declined, loaded]);

  const pay = (event: FormEvent) => {
    event.preventDefault();
    const error = postalCodeError(postalCode);
    setPostalError(error);
    if (error !== undefined) return;
    const ready = loaded === 'failed' ? null : loaded;
    const card = ready?.elements.getElement('cardNumber');
    const calls = ready && card ? callsOf(ready.stripe, card) : null;
    const message = ready ? cardMessages.noCard : cardMessages.notReady;
    props.onPay({
      confirm: async () =>
        calls
          ? await payWithStripe(calls, { clientSecret, email, postalCode: postalCode.trim() })
          : { kind: 'incomplete', message },
      readIntent: () => (calls ? readStripeIntent(calls, clientSecret) : Promise.reject(new Error(message))),
    });
  };

  return (
    <CardFormFrame
      amount={props.amount}
      isTestMode={props.publishableKey.startsWith('pk_test_')}
      isPaying={isPaying}
      problem={loaded === 'failed' ? cardMessages.notReady : props.problem}
      onSubmit={pay}
    >
      {loaded === 'failed' ? null : (
        <div className="grid grid-cols-2 items-start gap-5 sm:grid-cols-3 max-sm:[&>*:last-child]:col-span-2">
          {parts.map(({ kind, field, label }) => (
            <div key={kind} className={kind === 'cardNumber' ? 'col-span-2 sm:col-span-3' : ''}>
              <ElementField
                loaded={loaded}
                kind={kind}
                label={label}
                error={declined?.field === field ? declined.message : undefined}
              />
            </div>
          ))}
          <TextField
            label={texts.postalCode}
            autoComplete="postal-code"
            maxLength={10}
            isTall
            isBusy={isPaying}
            value={postalCode}
            error={postalError ?? declinedPostalCode}
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

/** The overloads of `getElement` differ by this literal only. */
function focusElement(elements: StripeElements, kind: (typeof parts)[number]['kind']): void {
  if (kind === 'cardNumber') elements.getElement(kind)?.focus();
  else if (kind === 'cardExpiry') elements.getElement(kind)?.focus();
  else elements.getElement(kind)?.focus();
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
function ElementField(props: {
  loaded: Loaded | null;
  kind: (typeof parts)[number]['kind'];
  label: string;
  error: string | undefined;
}) {
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
      <p role="alert" className="text-error text-small empty:hidden">
        {props.error}
      </p>
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
