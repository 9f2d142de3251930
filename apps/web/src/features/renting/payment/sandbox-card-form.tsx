// The card form of the payment sandbox. A default export: loaded when the server says that it pays there.
import { TextField } from '@pocketfleet/ui';
import { type ChangeEvent, useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as texts from '#language/payment';
import {
  type CardFields,
  cardBrand,
  cardErrors,
  formatCardNumber,
  formatCvc,
  formatExpiry,
} from './card-fields.ts';
import { CardFormFrame, type CardFormProps } from './card-form-frame.tsx';
import { createSandboxGateway } from './sandbox-gateway.ts';

export default function SandboxCardForm(props: CardFormProps & { url: string }) {
  // React Hook Form changes its errors in place, so the compiler would keep errors that are gone.
  'use no memo';
  const { url, clientSecret, email, isPaying } = props;
  const form = useForm<CardFields>({
    defaultValues: { number: '', expiry: '', cvc: '', postalCode: '' },
    reValidateMode: 'onSubmit',
  });
  const { errors } = form.formState;

  const { declined } = props;
  const { setError, setValue } = form;
  useEffect(() => {
    if (declined === null) return;
    // As every checkout does, the security code is asked for again; all else stays as it was typed.
    setValue('cvc', '');
    setError(declined.field, { message: declined.message }, { shouldFocus: true });
  }, [declined, setError, setValue]);

  const pay = form.handleSubmit((card) => {
    const gateway = createSandboxGateway({ fetch: (...args) => fetch(...args), url, clientSecret });
    props.onPay({ confirm: () => gateway.confirm(card, email), readIntent: gateway.readIntent });
  });

  const field = (name: keyof CardFields, format?: (text: string) => string) => {
    const registered = form.register(name, {
      validate: (value) => cardErrors[name](value) ?? true,
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
  const brand = cardBrand(useWatch({ control: form.control, name: 'number' }));
  return (
    <CardFormFrame
      amount={props.amount}
      isTestMode
      isPaying={isPaying}
      problem={props.problem}
      onSubmit={pay}
    >
      <TextField
        label={texts.cardNumber}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="4242 4242 4242 4242"
        hint={brand ?? texts.visaMastercardAmericanExpressOrDiscover}
        {...field('number', formatCardNumber)}
      />
      <div className="grid grid-cols-2 items-start gap-5 sm:grid-cols-3 max-sm:[&>*:last-child]:col-span-2">
        <TextField
          label={texts.expiry}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={texts.mmYy}
          {...field('expiry', formatExpiry)}
        />
        <TextField
          label={texts.cvc}
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="123"
          {...field('cvc', formatCvc)}
        />
        <TextField
          label={texts.postalCode}
          autoComplete="postal-code"
          maxLength={10}
          {...field('postalCode')}
        />
      </div>
    </CardFormFrame>
  );
}

/** Groups the typed digits. Only when the caret is at the end: elsewhere it would jump. */
function keepFormat(event: ChangeEvent<HTMLInputElement>, format: (text: string) => string): void {
  const input = event.target;
  const isAtEnd = input.selectionStart === input.value.length;
  const isDeleting = (event.nativeEvent as InputEvent).inputType?.startsWith('delete') === true;
  if (isAtEnd && !isDeleting) input.value = format(input.value);
}
