import { LazyBoundary, lazyWithRetry, Spinner } from '@pocketfleet/ui';
import { browserZone } from '@pocketfleet/ui/format';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import * as texts from '#language/payment';
import { useClient } from '../api/api-provider.tsx';
import { readExtension } from '../features/renting/extension.ts';
import { localDate } from '../features/renting/local-time.ts';
import { openRental } from '../features/renting/payment/open-rental.ts';
import { usePaymentDocument } from '../features/renting/payment/use-payment-document.ts';
import { hasPricing, withoutPayment } from '../features/renting/pricing-query.ts';
import { readPlan, readStartedPlan, writeSelection } from '../features/renting/selection.ts';
import { orderQuery, readRequested, requestQuery, shortOrder } from '../features/renting/short-order.ts';
import { NeedMorePhones } from '../features/renting/short-stock.tsx';
import { paths, withQuery } from '../paths.ts';
import { usePageTitle } from './page-title.ts';

const PaymentFlow = lazyWithRetry(async () => ({
  default: (await import('../features/renting/payment/payment-flow.tsx')).PaymentFlow,
}));

const ExtensionPayment = lazyWithRetry(async () => ({
  default: (await import('../features/renting/payment/extension-payment.tsx')).ExtensionPayment,
}));

const OrderPayment = lazyWithRetry(async () => ({
  default: (await import('../features/renting/payment/order-payment.tsx')).OrderPayment,
}));

export function RentPaymentPage() {
  usePageTitle(texts.payment);
  const isReady = usePaymentDocument();
  const [query] = useSearchParams();
  if (!isReady) return <Loading />;
  const paidLater = query.get('pay');
  return (
    <LazyBoundary what={texts.thePaymentPage} className="mx-auto max-w-[640px] p-6" waiting={<Loading />}>
      {paidLater ? (
        <OrderPayment key={paidLater} orderId={paidLater} />
      ) : query.has('extend') ? (
        <PhoneExtension />
      ) : (
        <RentalPayment />
      )}
    </LazyBoundary>
  );
}

function Loading() {
  return (
    <div className="flex min-h-60 items-center justify-center">
      <Spinner size={24} label={texts.loadingThePaymentPage} />
    </div>
  );
}

function RentalPayment() {
  const client = useClient();
  const [query] = useSearchParams();
  const nameOrder = useOrderInAddress();
  const zone = browserZone();
  const [openedMs] = useState(() => Date.now());
  const orderId = query.get('order');
  // An order that was opened stays payable when its start has come meanwhile.
  const plan =
    orderId === null
      ? readPlan(query, zone, { nowMs: openedMs, today: localDate(openedMs, zone) })
      : readStartedPlan(query, zone);
  if (plan === null || !hasPricing(query, plan)) {
    return <Navigate to={withQuery(paths.rent, withoutPayment(query))} replace />;
  }
  const requested = readRequested(query, plan);
  return (
    <PaymentFlow
      kind="rental"
      orderId={orderId}
      figures={{ ...plan, original: requested.phoneCount }}
      back={{
        label: texts.backToOrderSummary,
        path: withQuery(paths.rentCheckout, withoutPayment(query)),
      }}
      startOver={withQuery(paths.rent, writeSelection({ ...plan, ...requested }))}
      open={() => openRental(client, plan)}
      onOpened={nameOrder}
      onShort={(left) => {
        const smaller = shortOrder(plan, left);
        const whole = { ...plan, ...requested };
        return {
          proceedPath: smaller ? withQuery(paths.rentCheckout, orderQuery(smaller, requested)) : null,
          foot: (
            <NeedMorePhones requestPath={withQuery(paths.rentRequest, requestQuery(whole, left))} loadsPage />
          ),
        };
      }}
    />
  );
}

function PhoneExtension() {
  const [query] = useSearchParams();
  const nameOrder = useOrderInAddress();
  const extension = readExtension(query);
  if (
    extension === null ||
    !hasPricing(query, {
      period: extension.period,
      totalCents: extension.assignmentIds.length * extension.period.priceCents,
    })
  ) {
    return <Navigate to={paths.devices} replace />;
  }
  return <ExtensionPayment extension={extension} orderId={query.get('order')} onOpened={nameOrder} />;
}

/** The opened order is named in the address: a reload, or a tab that is opened again, follows it. */
function useOrderInAddress(): (opened: { order_id: string }) => void {
  const [, setQuery] = useSearchParams();
  return ({ order_id }) =>
    setQuery(
      (known) => {
        known.set('order', order_id);
        return known;
      },
      { replace: true },
    );
}
