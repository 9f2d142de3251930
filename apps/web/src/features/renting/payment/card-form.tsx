import { LazyBoundary, lazyWithRetry, Skeleton } from '@pocketfleet/ui';
import { useAccountStore } from '../../accounts/account-store-context.ts';
import { useUser } from '../../accounts/auth-provider.tsx';
import type { CardFormProps } from './card-form-frame.tsx';
import { payerTrouble } from './payment-outcome.ts';
import type { OpenedPayment } from './use-open-payment.ts';

const SandboxCardForm = lazyWithRetry(() => import('./sandbox-card-form.tsx'));
const StripeCardForm = lazyWithRetry(() => import('./stripe-card-form.tsx'));

/** The form of the provider that the server names; each is loaded only where it is used. */
export function CardForm(props: Pick<CardFormProps, 'onPaying' | 'onOutcome'> & { opened: OpenedPayment }) {
  const { email } = useUser();
  const store = useAccountStore();
  const { client_secret: clientSecret, amount, provider } = props.opened;
  const shared: CardFormProps = {
    clientSecret,
    amount,
    email,
    readTrouble: () => payerTrouble({ token: store.readToken(), email, clientSecret }),
    onPaying: props.onPaying,
    onOutcome: props.onOutcome,
  };
  return (
    <LazyBoundary what="The card form" waiting={<Skeleton className="h-[468px] w-full rounded-card" />}>
      {provider.kind === 'sandbox' ? (
        <SandboxCardForm {...shared} url={provider.url} />
      ) : (
        <StripeCardForm {...shared} publishableKey={provider.publishable_key} />
      )}
    </LazyBoundary>
  );
}
