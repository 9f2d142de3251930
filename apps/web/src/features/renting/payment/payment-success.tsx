import { type RentalPeriod, usd } from '@pocketfleet/rules';
import { Banner, buttonClass, Card, Spinner } from '@pocketfleet/ui';
import { formatMoment } from '@pocketfleet/ui/format';
import { CircleCheck, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { SummaryRows } from '../summary-rows.tsx';
import { type PaidOutcome, paidOutcome } from './paid-outcome.ts';
import type { FollowedOrder } from './payment-machine.ts';

/** The order's state is shown live: what is granted follows it, not the card's result (spec-decisions 13). */
export function PaymentSuccess(props: {
  order: FollowedOrder | undefined;
  phoneCount: number;
  period: RentalPeriod;
  amount: number;
}) {
  const { order } = props;
  const outcome = paidOutcome(order);
  return (
    <Card padding="large">
      <div role="status">
        {outcome.kind === 'refunded' ? (
          <>
            <Undo2 size={32} strokeWidth={1.5} className="text-warning" />
            <h2 className="mt-4 font-semibold text-title">Your payment is refunded</h2>
            <p className="mt-2">
              {refundReason(outcome.reason)} {refundTiming(outcome)}
            </p>
          </>
        ) : outcome.kind === 'taken' ? (
          <>
            <Undo2 size={32} strokeWidth={1.5} className="text-warning" />
            <h2 className="mt-4 font-semibold text-title">This order is closed</h2>
            <p className="mt-2">
              This payment is not with this order any more. If your bank has not given all of it back to you,
              write to us.
            </p>
          </>
        ) : outcome.kind === 'arriving' ? (
          <>
            <Spinner size={32} />
            <h2 className="mt-4 font-semibold text-title">Your payment has been sent</h2>
            <p className="mt-2">
              We are waiting for it to be confirmed to us. This page tells you as soon as your phones are
              yours. You don't have to pay again.
            </p>
          </>
        ) : (
          <>
            <CircleCheck size={32} strokeWidth={1.5} className="text-online" />
            <h2 className="mt-4 font-semibold text-title">Payment Successful!</h2>
            <p className="mt-2">
              Your phone rental has been confirmed. You'll receive a confirmation email shortly.
            </p>
            <div className="mt-4">{order && <OrderState order={order} />}</div>
          </>
        )}
      </div>
      <div className="mt-6">
        <SummaryRows
          rows={[
            { label: 'Order ID', value: order?.number ?? 'N/A', isMono: true },
            { label: 'Phones', value: props.phoneCount },
            { label: 'Period', value: props.period.label },
            {
              label: outcome.kind === 'arriving' ? 'Total' : 'Total paid',
              value: `${usd(props.amount)} USD`,
              isMono: true,
            },
          ]}
        />
      </div>
      <Link
        to={outcome.kind === 'paid' ? `${paths.devices}?refresh=payment` : paths.devices}
        reloadDocument
        className={`${buttonClass('primary', 'large')} mt-6`}
      >
        Return to Dashboard
      </Link>
    </Card>
  );
}

function OrderState({ order }: { order: FollowedOrder }) {
  const tags = order.phones.map(({ tag }) => tag).join(', ');
  const startMs = Date.parse(order.start_date);
  if (order.extends_assignment_id !== null) {
    return (
      <Banner kind="success">
        {tags} is yours until {formatMoment(Date.parse(order.end_date))}.
      </Banner>
    );
  }
  const isScheduled = order.phones.some(({ state }) => state === 'scheduled');
  if (isScheduled) {
    return (
      <Banner kind="success">
        Scheduled: {tags} will open on {formatMoment(startMs)}.
      </Banner>
    );
  }
  return <OpeningPhones phones={order.phones} />;
}

/** A phone is not called ready before it is prepared for its tenant. */
function OpeningPhones({ phones }: { phones: FollowedOrder['phones'] }) {
  const running = phones.filter(({ state }) => state === 'active');
  if (running.length === 0) return null;
  const waiting = running.filter(({ is_ready }) => !is_ready);
  const named = (some: typeof running): string => some.map(({ tag }) => tag).join(', ');
  if (waiting.length === 0) {
    return (
      <Banner kind="success">
        {running.length === 1 ? 'Your phone is' : 'Your phones are'} ready: {named(running)}.
      </Banner>
    );
  }
  const readyCount = running.length - waiting.length;
  return (
    <p className="flex items-start gap-2 text-second">
      <Spinner />
      <span>
        {waiting.length === 1 ? 'This phone is' : 'These phones are'} being prepared for you: {named(waiting)}
        .{readyCount > 0 ? ` ${readyCount} of ${running.length} are ready.` : ''} This page tells you when you
        can use {waiting.length === 1 ? 'it' : 'them'}.
      </span>
    </p>
  );
}

function refundTiming({ amount, isWhole, way }: Extract<PaidOutcome, { kind: 'refunded' }>): string {
  const back = `${usd(amount)} back${isWhole ? ' in full' : ''}`;
  if (way === 'failed') return `Your ${usd(amount)} could not be sent back yet: our team is on it.`;
  if (way === 'waiting') return `You get ${back} once your bank has decided about this payment.`;
  return `You get ${back}; it usually takes 5 to 10 days to appear on your card.`;
}

function refundReason(reason: FollowedOrder['refunds'][number]['reason'] | undefined): string {
  if (reason === 'no_phones') {
    return 'Your payment reached us after your reservation had ended, and no phones were free any more.';
  }
  if (reason === 'paid_twice') return 'This order was paid twice.';
  return 'This order was cancelled.';
}
