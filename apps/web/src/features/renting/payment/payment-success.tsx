import { type RentalPeriod, usd } from '@pocketfleet/rules';
import { Banner, buttonClass, Card, Spinner } from '@pocketfleet/ui';
import { formatDayOfYear, formatMoment } from '@pocketfleet/ui/format';
import { CircleCheck, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import * as texts from '#language/payment';
import { paths, withQuery } from '../../../paths.ts';
import { SummaryRows } from '../summary-rows.tsx';
import { isExtension } from './order-kind.ts';
import { type PaidOutcome, paidOutcome } from './paid-outcome.ts';
import type { FollowedOrder } from './payment-machine.ts';

/** The order's state is shown live: what is granted follows it, not the card's result. */
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
            <h2 className="mt-4 font-semibold text-title">{texts.yourPaymentIsRefunded}</h2>
            <p className="mt-2">
              {refundReason(outcome.reason)} {refundTiming(outcome)}
            </p>
          </>
        ) : outcome.kind === 'taken' ? (
          <>
            <Undo2 size={32} strokeWidth={1.5} className="text-warning" />
            <h2 className="mt-4 font-semibold text-title">{texts.thisOrderIsClosed}</h2>
            <p className="mt-2">{texts.thisPaymentIs}</p>
          </>
        ) : outcome.kind === 'arriving' ? (
          <>
            <Spinner size={32} />
            <h2 className="mt-4 font-semibold text-title">{texts.yourPaymentHasBeenSent}</h2>
            <p className="mt-2">{texts.weAreWaiting}</p>
          </>
        ) : (
          <>
            <CircleCheck size={32} strokeWidth={1.5} className="text-online" />
            <h2 className="mt-4 font-semibold text-title">{texts.paymentSuccessful}</h2>
            <p className="mt-2">
              {order && isExtension(order) ? texts.yourExtensionHasBeen : texts.yourPhoneRentalHasBeen}
            </p>
            <div className="mt-4">{order && <OrderState order={order} />}</div>
          </>
        )}
      </div>
      <div className="mt-6">
        <SummaryRows
          rows={[
            { label: texts.orderId, value: order?.number ?? 'N/A', isMono: true },
            { label: texts.phones, value: props.phoneCount },
            { label: texts.period, value: props.period.label },
            {
              label: outcome.kind === 'arriving' ? texts.total : texts.totalPaid,
              value: `${usd(props.amount)} USD`,
              isMono: true,
            },
          ]}
        />
      </div>
      <Link
        to={
          outcome.kind === 'paid'
            ? withQuery(paths.devices, new URLSearchParams({ refresh: 'payment' }))
            : paths.devices
        }
        reloadDocument
        className={`${buttonClass('primary', 'large')} mt-6`}
      >
        {texts.returnToDashboard}
      </Link>
    </Card>
  );
}

function OrderState({ order }: { order: FollowedOrder }) {
  const tags = order.phones.map(({ tag }) => tag).join(', ');
  const startMs = Date.parse(order.start_date);
  if (isExtension(order)) return <Extended order={order} />;
  const isScheduled = order.phones.some(({ state }) => state === 'scheduled');
  if (isScheduled) {
    return <Banner kind="success">{texts.scheduledWillOpenOn(tags, formatMoment(startMs))}</Banner>;
  }
  return <OpeningPhones phones={order.phones} />;
}

/** Each phone with its own new end; what couldn't be extended any more is refunded. */
function Extended({ order }: { order: FollowedOrder }) {
  const byEnd = Map.groupBy(order.phones, ({ expires_at }) => expires_at);
  const lost = order.phone_count - order.phones.length;
  return (
    <div className="grid gap-3">
      <Banner kind="success">
        {[...byEnd].map(([end, phones]) => (
          <span key={end} className="block">
            {texts.areYoursUntil(
              phones.map(({ tag }) => tag),
              end === null ? '' : formatDayOfYear(end),
            )}
          </span>
        ))}
      </Banner>
      {lost === 0 ? null : <Banner kind="warning">{texts.someWereNotExtended(lost)}</Banner>}
    </div>
  );
}

/** A phone is not called ready before it is prepared for its tenant. */
function OpeningPhones({ phones }: { phones: FollowedOrder['phones'] }) {
  const running = phones.filter(({ state }) => state === 'active');
  if (running.length === 0) return null;
  const waiting = running.filter(({ is_ready }) => !is_ready);
  const named = (some: typeof running): string => some.map(({ tag }) => tag).join(', ');
  if (waiting.length === 0) {
    return <Banner kind="success">{texts.phonesReady(running.length, named(running))}</Banner>;
  }
  const readyCount = running.length - waiting.length;
  return (
    <p className="flex items-start gap-2 text-second">
      <Spinner />
      <span>
        {texts.phonesBeingPrepared(named(waiting))}
        {readyCount > 0 ? texts.phonesReadySoFar(readyCount, running.length) : ''}
        {texts.pageTellsWhenReady(waiting.length)}
      </span>
    </p>
  );
}

function refundTiming({ amount, isWhole, way }: Extract<PaidOutcome, { kind: 'refunded' }>): string {
  const back = `${usd(amount)} back${isWhole ? ' in full' : ''}`;
  if (way === 'failed') return texts.yourCouldNotBeSent(usd(amount));
  if (way === 'waiting') return texts.youGetOnceYourBank(back);
  return texts.youGetItUsuallyTakes(back);
}

function refundReason(reason: FollowedOrder['refunds'][number]['reason'] | undefined): string {
  if (reason === 'no_phones') {
    return texts.yourPaymentReachedUsAfter;
  }
  if (reason === 'paid_twice') return texts.thisOrderWasPaidTwice;
  return texts.thisOrderWasCancelled;
}
