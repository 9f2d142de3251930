import { LazyBoundary, lazyWithRetry, Skeleton } from '@pocketfleet/ui';
import * as texts from '#language/payment';
import { useAccountStore } from '../../../session/account-store-context.ts';
import { useUser } from '../../../session/auth-provider.tsx';
import type { CardFormProps } from './card-form-frame.tsx';
import { payerProblem } from './card-result.ts';
import { ChallengeDialog } from './challenge-dialog.tsx';
import type { PaymentDriver } from './payment-driver.ts';
import type { FormStep } from './payment-machine.ts';

const SandboxCardForm = lazyWithRetry(() => import('./sandbox-card-form.tsx'));
const StripeCardForm = lazyWithRetry(() => import('./stripe-card-form.tsx'));

type Props = { step: Extract<FormStep, { opened: unknown }>; payment: PaymentDriver };

/** The form of the provider that the server names; each is loaded only where it is used. */
export function CardForm({ step, payment }: Props) {
  const { email } = useUser();
  const store = useAccountStore();
  const { client_secret: clientSecret, amount, provider } = step.opened;
  const shared: CardFormProps = {
    clientSecret,
    amount,
    email,
    isPaying: step.kind !== 'ready',
    problem: step.kind === 'ready' ? step.problem : null,
    declined: (step.kind === 'ready' && step.declined) || null,
    onPay: (attempt) => payment.pay(attempt, payerProblem({ token: store.readToken(), email, clientSecret })),
  };
  return (
    <LazyBoundary what={texts.theCardForm} waiting={<Skeleton className="h-[468px] w-full rounded-card" />}>
      {provider.kind === 'sandbox' ? (
        <SandboxCardForm {...shared} url={provider.url} />
      ) : (
        <StripeCardForm {...shared} publishableKey={provider.publishable_key} />
      )}
      {step.kind === 'challenged' ? (
        <ChallengeDialog
          url={step.url}
          intentId={step.intentId}
          onClosed={() => payment.send({ kind: 'challenge_closed' })}
        />
      ) : null}
    </LazyBoundary>
  );
}
