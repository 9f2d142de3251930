// The screens of the payment page without a card form.
import type { Availability } from '@pocketfleet/contract';
import { longestHoldMinutes } from '@pocketfleet/rules';
import { Banner, Button, buttonClass, Card, Spinner } from '@pocketfleet/ui';
import { CircleAlert, CircleCheck, Clock, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/payment';
import { paths } from '../../../paths.ts';
import { ShortModels } from '../short-stock.tsx';

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
    <Screen
      isAlert
      title={texts.paymentFailedLabel}
      icon={<CircleAlert strokeWidth={1.5} className="text-error" />}
    >
      <p className="mt-2">{props.message}</p>
      <p className="mt-1 text-second">{texts.yourCardWasNotCharged}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <NextPage isPrimary to={props.tryAgain.path} onClick={props.tryAgain.onClick}>
          {texts.tryAgain}
        </NextPage>
        <NextPage to={props.startOver.path} onClick={props.startOver.onClick}>
          {texts.startOver}
        </NextPage>
        {props.hasUnpaidOrders ? <NextPage to={paths.history}>{texts.showMyOrders}</NextPage> : null}
      </div>
    </Screen>
  );
}

/** The same phones for the same time were paid a moment ago. Asked first, so that nobody pays for them twice by mistake. */
export function PaidJustNow(props: { message: string; orderPath: string; startOver: string }) {
  return (
    <Screen
      isAlert
      title={texts.youHavePaidForThis}
      icon={<CircleCheck strokeWidth={1.5} className="text-online" />}
    >
      <p className="mt-2">{props.message}</p>
      <p className="mt-1 text-second">{texts.nothingMoreWasChargedOrHeld}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <NextPage isPrimary to={props.orderPath}>
          {texts.showThePaidOrder}
        </NextPage>
        <NextPage to={props.startOver}>{texts.rentMorePhones}</NextPage>
      </div>
    </Screen>
  );
}

/** The bank has the payment: the order will show the result. */
export function PaymentProcessing() {
  return (
    <Screen title={texts.yourPaymentIsBeingProcessed} icon={<Spinner size={32} />}>
      <p className="mt-2">{texts.yourBankIsStillWorking}</p>
      <p className="mt-1 text-second">{texts.youMayLeaveThisPage}</p>
      <div className="mt-6">
        <NextPage to={paths.devices}>{texts.returnToDashboard}</NextPage>
      </div>
    </Screen>
  );
}

/** Until it is known whether the card was charged, nobody should pay again. */
export function PaymentUnknown(props: { isChecking: boolean; onCheck(): void }) {
  return (
    <Screen
      isAlert
      title={texts.theConnectionWasLostWhilePaying}
      icon={<WifiOff strokeWidth={1.5} className="text-warning" />}
    >
      <p className="mt-2">{texts.weAreFindingOutWhether}</p>
      <div className="mt-6">
        <Button size="large" isBusy={props.isChecking} onClick={props.onCheck}>
          {props.isChecking ? texts.checking : texts.checkAgain}
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
      title={texts.theTimeToPayIsOver}
      icon={<Clock strokeWidth={1.5} className="text-warning" />}
    >
      <p className="mt-2">{texts.thePhonesAreNoLonger}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button kind="primary" size="large" onClick={props.onAgain}>
          {texts.reserveAgain}
        </Button>
        <NextPage to={props.startOver}>{texts.startOver}</NextPage>
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
        <ShortModels answer={props.left} hasNextStart={false} />
        <p className="text-second">{texts.nothingIsHeldAndNothing(longestHoldMinutes)}</p>
        <div className="flex flex-wrap gap-3">
          {props.proceedPath ? (
            <Link to={props.proceedPath} reloadDocument className={buttonClass('primary', 'large')}>
              {texts.continueWithAvailable(count)}
            </Link>
          ) : null}
          <Button size="large" onClick={props.onAgain}>
            {texts.tryAgain}
          </Button>
        </div>
      </div>
    </Card>
  );
}
