// The screens of the payment page without a card form.
import type { Availability } from '@pocketfleet/contract';
import { longestHoldMinutes } from '@pocketfleet/rules';
import { Banner, Button, buttonClass, Card, Spinner } from '@pocketfleet/ui';
import { CircleAlert, CircleCheck, Clock, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';

/** Links on these screens load the next page: the provider's script stays behind. */
function NextPage(props: { to: string; isPrimary?: boolean; onClick?(): void; children: ReactNode }) {
  return (
    <Link
      to={props.to}
      reloadDocument
      {...(props.onClick ? { onClick: props.onClick } : {})}
      className={buttonClass(props.isPrimary ? 'primary' : 'secondary', 'large')}
    >
      {props.children}
    </Link>
  );
}

function Screen(props: { icon: ReactNode; title: string; isAlert?: boolean; children: ReactNode }) {
  return (
    <Card role={props.isAlert ? 'alert' : 'status'} padding="large">
      <span className="inline-flex [&>svg]:size-8">{props.icon}</span>
      <h2 className="mt-4 font-semibold text-title">{props.title}</h2>
      {props.children}
    </Card>
  );
}

/** Any failure (spec section 4). Nothing was charged. */
export function PaymentFailed(props: {
  message: string;
  tryAgain: { path: string; onClick(): void };
  startOver: { path: string; onClick(): void };
  /** The customer's own unpaid orders are in the way: where they are paid or released. */
  hasUnpaidOrders?: boolean;
}) {
  return (
    <Screen isAlert title="Payment Failed" icon={<CircleAlert strokeWidth={1.5} className="text-error" />}>
      <p className="mt-2">{props.message}</p>
      <p className="mt-1 text-second">Your card was not charged.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <NextPage isPrimary to={props.tryAgain.path} onClick={props.tryAgain.onClick}>
          Try Again
        </NextPage>
        <NextPage to={props.startOver.path} onClick={props.startOver.onClick}>
          Start Over
        </NextPage>
        {props.hasUnpaidOrders ? <NextPage to={paths.history}>Show my orders</NextPage> : null}
      </div>
    </Screen>
  );
}

/** The same phones for the same time were paid a moment ago. Asked first, so that nobody pays for them twice by mistake. */
export function PaidJustNow(props: { message: string; orderPath: string; startOver: string }) {
  return (
    <Screen
      isAlert
      title="You have paid for this"
      icon={<CircleCheck strokeWidth={1.5} className="text-online" />}
    >
      <p className="mt-2">{props.message}</p>
      <p className="mt-1 text-second">Nothing more was charged or held.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <NextPage isPrimary to={props.orderPath}>
          Show the paid order
        </NextPage>
        <NextPage to={props.startOver}>Rent more phones</NextPage>
      </div>
    </Screen>
  );
}

/** The bank has the payment: the order will tell. */
export function PaymentProcessing() {
  return (
    <Screen title="Your payment is being processed" icon={<Spinner size={32} />}>
      <p className="mt-2">
        Your bank is still working on it. If your phones are still free when the money comes, they are yours;
        otherwise you get it all back. This page tells you as soon as it is through. You don't have to pay
        again.
      </p>
      <p className="mt-1 text-second">
        You may leave this page: we write to you when your order is confirmed.
      </p>
      <div className="mt-6">
        <NextPage to={paths.devices}>Return to Dashboard</NextPage>
      </div>
    </Screen>
  );
}

/** Until it is known whether the card was charged, nobody should pay again. */
export function PaymentUnknown(props: { isChecking: boolean; onCheck(): void }) {
  return (
    <Screen
      isAlert
      title="The connection was lost while paying"
      icon={<WifiOff strokeWidth={1.5} className="text-warning" />}
    >
      <p className="mt-2">
        We are finding out whether your payment went through. Please don't pay again until we know.
      </p>
      <div className="mt-6">
        <Button size="large" isBusy={props.isChecking} onClick={props.onCheck}>
          {props.isChecking ? 'Checking' : 'Check again'}
        </Button>
      </div>
    </Screen>
  );
}

/** Nobody paid in time. */
export function HoldEnded(props: { onAgain(): void; startOver: string }) {
  return (
    <Screen
      isAlert
      title="The time to pay is over"
      icon={<Clock strokeWidth={1.5} className="text-warning" />}
    >
      <p className="mt-2">
        The phones are no longer reserved for you, and nothing was charged. If they are still free, you can
        reserve them again.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button kind="primary" size="large" onClick={props.onAgain}>
          Reserve again
        </Button>
        <NextPage to={props.startOver}>Start Over</NextPage>
      </div>
    </Screen>
  );
}

/** Other customers were faster: the spec's short-fall block, with the phones that are left. */
export function ShortOfPhones(props: {
  left: Availability;
  /** Checkout for the phones that are left; null when there are none. */
  proceedPath: string | null;
  onAgain(): void;
  children: ReactNode;
}) {
  const count = props.left.available_phones_count;
  return (
    <Card footer={props.children}>
      <div className="grid gap-4">
        <Banner kind="warning">{props.left.message}</Banner>
        <p className="text-second">
          Nothing is held and nothing was charged. Phones that somebody else is paying for now are free again
          within {longestHoldMinutes} minutes if that payment is not made: try again then, or choose another
          start time.
        </p>
        <div className="flex flex-wrap gap-3">
          {props.proceedPath ? (
            <Link to={props.proceedPath} reloadDocument className={buttonClass('primary', 'large')}>
              Continue with {count === 1 ? 'the 1 available phone' : `the ${count} available phones`}
            </Link>
          ) : null}
          <Button size="large" onClick={props.onAgain}>
            Try Again
          </Button>
        </div>
      </div>
    </Card>
  );
}
