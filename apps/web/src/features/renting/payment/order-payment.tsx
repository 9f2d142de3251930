import { findRentalPeriodByLength } from '@pocketfleet/rules';
import { buttonClass, Skeleton } from '@pocketfleet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useClient } from '../../../api/api-provider.tsx';
import { ApiError, paymentSentence } from '../../../api/errors.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { paths, withQuery } from '../../../app/paths.ts';
import { localDate, localTime } from '../local-time.ts';
import { RentFrame } from '../rent-frame.tsx';
import { writeSelection } from '../selection.ts';
import { forgetOpenPayment } from './open-payment.ts';
import { PaymentFlow } from './payment-flow.tsx';
import { PaymentFailed } from './payment-screens.tsx';
import type { FollowedOrder } from './payment-success.tsx';
import type { OpenedPayment } from './use-open-payment.ts';
import { useOrder } from './use-order.ts';

const back = { label: 'Back to history', path: paths.history };

/** Pays for an order that is there: one that was left unpaid, or a quote of our team. */
export function OrderPayment({ orderId, zone }: { orderId: string; zone: string }) {
  const { data: order, error } = useOrder(orderId);
  const period = order && findRentalPeriodByLength(order.period, order.number_of_periods);
  if (order === undefined || period === undefined) {
    return (
      <RentFrame title="Payment" isNarrow {...(error ? { back: { ...back, loadsPage: true } } : {})}>
        {error ? (
          <PaymentFailed
            sentence={orderSentence(error)}
            tryAgain={{ path: paths.payOrder(orderId), onClick: () => undefined }}
            startOver={{ path: paths.rent, onClick: () => undefined }}
          />
        ) : (
          <div role="status" aria-label="Loading your order">
            <Skeleton className="h-80 w-full rounded-card" />
          </div>
        )}
      </RentFrame>
    );
  }
  return <PaymentOf order={order} period={period} zone={zone} />;
}

type Period = NonNullable<ReturnType<typeof findRentalPeriodByLength>>;

function PaymentOf({ order, period, zone }: { order: FollowedOrder; period: Period; zone: string }) {
  const client = useClient();
  const queries = useQueryClient();
  const params = { id: order.id };
  const startMs = Date.parse(order.start_date);
  const figures = {
    period,
    phoneCount: order.phone_count,
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
    }),
  );
  const onOpened = (opened: OpenedPayment): void => {
    // It is paid from the list from now on: no page before a payment gives it back.
    forgetOpenPayment('rental');
    forgetOpenPayment('extension');
    queries.setQueryData([...queryKeys.orders, order.id], {
      ...order,
      state: 'awaiting_payment' as const,
      start_date: opened.starts_at,
      end_date: opened.expires_at,
      hold_expires_at: opened.hold_expires_at,
    });
  };
  return (
    <PaymentFlow
      kind={null}
      orderId={order.id}
      // What can't be paid is refused by the server, which says why.
      isPayable={order.payment_status !== 'succeeded' && order.payment_status !== 'processing'}
      figures={figures}
      zone={zone}
      back={back}
      tryAgain={paths.payOrder(order.id)}
      startOver={elsewhere}
      open={() => client.call('createOrderIntent', { params })}
      onOpened={onOpened}
      onShort={() => ({
        proceedPath: null,
        foot: (
          <Link to={elsewhere} reloadDocument className={buttonClass('secondary', 'large')}>
            Choose other phones or another time
          </Link>
        ),
      })}
    />
  );
}

/** Somebody else's order is reported as missing; other errors are shown like any failed payment. */
function orderSentence(error: unknown): string {
  if (error instanceof ApiError && error.status === 404) return 'There is no such order in your account.';
  return paymentSentence(error);
}
