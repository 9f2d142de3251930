import { ApiError } from '@pocketfleet/client';
import { findRentalPeriodByLength } from '@pocketfleet/rules';
import { buttonClass, Skeleton } from '@pocketfleet/ui';
import { browserZone } from '@pocketfleet/ui/format';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import * as texts from '#language/payment';
import { useClient } from '../../../api/api-provider.tsx';
import { paymentSentence } from '../../../api/errors.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { paths, withQuery } from '../../../paths.ts';
import { localDate, localTime } from '../local-time.ts';
import { RentFrame } from '../rent-frame.tsx';
import { writeSelection } from '../selection.ts';
import { AskForNewDates } from './ask-for-new-dates.tsx';
import { forgetOpenPayment } from './open-payment.ts';
import { PaymentFlow } from './payment-flow.tsx';
import type { FollowedOrder, OpenedPayment } from './payment-machine.ts';
import { PaymentFailed } from './payment-screens.tsx';
import { useOrder } from './use-order.ts';

const back = { label: texts.backToHistory, path: paths.history };

/** Pays for an order that is there: one that was left unpaid, or a quote of our team. */
export function OrderPayment({ orderId }: { orderId: string }) {
  const { data: order, error } = useOrder(orderId);
  const period = order && findRentalPeriodByLength(order.period, order.number_of_periods);
  if (order === undefined || period === undefined) {
    return (
      <RentFrame title={texts.payment} isNarrow {...(error ? { back: { ...back, loadsPage: true } } : {})}>
        {error ? (
          <PaymentFailed
            message={orderMessage(error)}
            tryAgain={{ path: paths.payOrder(orderId), onClick: () => undefined }}
            startOver={{ path: paths.rent, onClick: () => undefined }}
          />
        ) : (
          <div role="status" aria-label={texts.loadingYourOrder}>
            <Skeleton className="h-80 w-full rounded-card" />
          </div>
        )}
      </RentFrame>
    );
  }
  return <PaymentOf order={order} period={period} />;
}

type Period = NonNullable<ReturnType<typeof findRentalPeriodByLength>>;

function PaymentOf({ order, period }: { order: FollowedOrder; period: Period }) {
  const zone = browserZone();
  const client = useClient();
  const queries = useQueryClient();
  const params = { id: order.id };
  const startMs = Date.parse(order.start_date);
  const figures = {
    period,
    phoneCount: order.phone_count,
    models: order.models ?? [],
    original: order.phone_count,
    startMs,
    endMs: Date.parse(order.end_date),
    totalCents: order.amount,
    isQuote: order.quote !== null,
  };
  const elsewhere = withQuery(
    paths.rent,
    writeSelection({
      period,
      startDate: localDate(startMs, zone),
      startTime: localTime(startMs, zone),
      phoneCount: order.phone_count,
      models: order.models ?? [],
    }),
  );
  const onOpened = (opened: OpenedPayment): void => {
    // From now on it is paid from the list: no page before a payment releases its phones.
    forgetOpenPayment('rental');
    forgetOpenPayment('extension');
    queries.setQueryData<FollowedOrder>(
      [...queryKeys.orders, order.id],
      (known) =>
        known && {
          ...known,
          state: 'awaiting_payment',
          start_date: opened.starts_at,
          end_date: opened.expires_at,
          hold_expires_at: opened.hold_expires_at,
        },
    );
  };
  return (
    <PaymentFlow
      kind={null}
      orderId={order.id}
      figures={figures}
      back={back}
      tryAgain={paths.payOrder(order.id)}
      startOver={elsewhere}
      open={() => client.call('createOrderIntent', { params })}
      onOpened={onOpened}
      onShort={() => ({
        proceedPath: null,
        foot: (
          <div className="grid gap-4">
            {order.quote ? <AskForNewDates order={order} /> : null}
            <div>
              <Link to={elsewhere} reloadDocument className={buttonClass('secondary', 'large')}>
                {texts.chooseOtherPhonesOrAnotherTime}
              </Link>
            </div>
          </div>
        ),
      })}
    />
  );
}

/** Somebody else's order is reported as missing; other errors are shown like any failed payment. */
function orderMessage(error: unknown): string {
  if (error instanceof ApiError && error.status === 404) return texts.thereIsNoSuchOrder;
  return paymentSentence(error);
}
