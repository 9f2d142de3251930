import { Banner, Skeleton } from '@pocketfleet/ui';
import { browserZone, formatMoment } from '@pocketfleet/ui/format';
import * as texts from '#language/payment';
import { type OrderFigures, OrderSummary } from '../order-summary.tsx';
import { CardForm } from './card-form.tsx';
import { HeldPhones } from './held-phones.tsx';
import { HoldTimer } from './hold-timer.tsx';
import { isExtension } from './order-kind.ts';
import type { PaymentDriver } from './payment-driver.ts';
import type { FollowedOrder, FormStep } from './payment-machine.ts';

type Props = {
  step: FormStep;
  order: FollowedOrder | undefined;
  /** As chosen, and as the server holds it. */
  before: OrderFigures;
  now: OrderFigures;
  payment: PaymentDriver;
};

/** The time to pay, the card, and what is paid for. */
export function PaymentForm({ step, order, before, now, payment }: Props) {
  const zone = browserZone();
  const opened = 'opened' in step ? step.opened : undefined;
  const until = order?.hold_expires_at ?? opened?.hold_expires_at;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_344px]">
      <div className="grid min-w-0 gap-4">
        {opened && until ? (
          <HoldTimer
            orderId={opened.order_id}
            phoneCount={now.phoneCount}
            untilMs={Date.parse(until)}
            canExtend={order?.can_extend_hold ?? false}
            added={order && isExtension(order) ? now.period : null}
          />
        ) : (
          <Skeleton className="h-[74px] w-full rounded-card" />
        )}
        {'opened' in step ? (
          <CardForm step={step} payment={payment} />
        ) : (
          <div role="status" aria-label={texts.reservingYourPhones}>
            <Skeleton className="h-[468px] w-full rounded-card" />
          </div>
        )}
      </div>
      <div className="grid gap-4">
        <Changed before={before} now={now} />
        <OrderSummary
          figures={now}
          zone={zone}
          title={texts.orderSummary}
          aside={
            opened ? <span className="font-mono text-second text-small">{opened.order_number}</span> : null
          }
        >
          {order?.quote?.note ? (
            <p className="mt-4 whitespace-pre-line border-hairline border-t pt-4 text-second text-small">
              {order.quote.note}
            </p>
          ) : null}
          <HeldPhones
            title={order && isExtension(order) ? texts.phonesYouExtend : texts.phonesHeldForThisOrder}
            phones={order?.phones ?? []}
          />
          {order ? <Cancelling order={order} /> : null}
        </OrderSummary>
      </div>
    </div>
  );
}

/** The refund that cancelling would bring, shown before the order is paid. */
function Cancelling({ order }: { order: NonNullable<Props['order']> }) {
  const startsLater = Date.parse(order.start_date) > Date.parse(order.created_at) + 60_000;
  if (!isExtension(order) && !startsLater) return null;
  return (
    <p className="mt-4 border-hairline border-t pt-4 text-second text-small">
      {isExtension(order) ? texts.anExtensionLengthensYourRental : texts.cancelBeforeTheStart}
    </p>
  );
}

/** The server may have moved a past start to now, and sets the price: the customer sees both before paying. */
function Changed({ before, now }: { before: OrderFigures; now: OrderFigures }) {
  // Within the minute that the summary shows, nothing has changed for a customer who chose "now".
  const hasMoved = now.startMs > before.startMs && formatMoment(now.startMs) !== formatMoment(before.startMs);
  return (
    <>
      {hasMoved ? (
        <Banner kind="info">
          {texts.yourStartTimeHasCome(formatMoment(now.startMs), formatMoment(now.endMs))}
        </Banner>
      ) : null}
      {now.totalCents === before.totalCents ? null : (
        <Banner kind="warning">{texts.thePriceHasChangedSince}</Banner>
      )}
    </>
  );
}
