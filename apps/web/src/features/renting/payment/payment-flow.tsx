// The payment of one order, from the held phones to the last word: which screen shows is decided here, from the
// order (followed live), the opened payment and what the card form tells.
import type { Availability } from '@pocketfleet/contract';
import type { ReactNode } from 'react';
import { ApiError, paymentSentence } from '../../../api/errors.ts';
import { paths } from '../../../app/paths.ts';
import type { OrderFigures } from '../order-summary.tsx';
import { RentFrame } from '../rent-frame.tsx';
import { forgetOpenPayment, type PaymentKind, rememberOpenPayment } from './open-payment.ts';
import { PaymentForm } from './payment-form.tsx';
import {
  HoldEnded,
  PaidJustNow,
  PaymentFailed,
  PaymentProcessing,
  PaymentUnknown,
  ShortOfPhones,
} from './payment-screens.tsx';
import { PaymentSuccess } from './payment-success.tsx';
import { useCardOutcome } from './use-card-outcome.ts';
import { type OpenedPayment, useOpenPayment } from './use-open-payment.ts';
import { useOrder } from './use-order.ts';

const followEveryMs = 3_000;

export type PaymentFlowProps = {
  /** Null for an order that stays in the customer's list, whether or not he pays it now. */
  kind: PaymentKind | null;
  /** The order in the page's address; null before there is one. */
  orderId: string | null;
  /** An order that may have no phones held: they are held when the page opens. */
  isPayable?: boolean;
  figures: OrderFigures;
  zone: string;
  back: { label: string; path: string };
  /** Where the next try begins; without it at `back`. */
  tryAgain?: string;
  startOver: string;
  open(): Promise<OpenedPayment>;
  onOpened(opened: OpenedPayment): void;
  /** What is shown when the stock is short; `answer` says what is left. */
  onShort(answer: Availability): { proceedPath: string | null; foot: ReactNode };
};

export function PaymentFlow(props: PaymentFlowProps) {
  const { kind, orderId, figures, zone } = props;
  const card = useCardOutcome();
  const order = useOrder(orderId, followEveryMs).data;
  const isHeld = order?.state === 'awaiting_payment' && order.hold_expires_at !== null;
  const payment = useOpenPayment({
    kind,
    orderId,
    isWanted: orderId === null || isHeld || props.isPayable === true,
    open: props.open,
    onOpened: props.onOpened,
  });
  const { opened } = payment;
  const forget = () => (kind === null ? undefined : forgetOpenPayment(kind));
  const shown = figuresOf(figures, order, opened);

  // A reload after paying finds the money here, whatever became of the order since.
  const isPaid = order?.payment_status === 'succeeded' || card.outcome?.kind === 'succeeded';
  if (isPaid) {
    return (
      <Done>
        <PaymentSuccess
          order={order}
          phoneCount={shown.phoneCount}
          period={figures.period}
          amount={shown.totalCents}
          zone={zone}
        />
      </Done>
    );
  }
  const isAtBank = order?.payment_status === 'processing' && card.outcome === null;
  if (isAtBank || card.outcome?.kind === 'processing') {
    return (
      <Done>
        <PaymentProcessing />
      </Done>
    );
  }
  if (card.outcome?.kind === 'unknown') {
    return (
      <Done>
        <PaymentUnknown isAsking={card.isAsking} onAsk={card.askAgain} />
      </Done>
    );
  }
  const short = payment.error instanceof ApiError ? payment.error.availability : null;
  if (short !== null) {
    const { proceedPath, foot } = props.onShort(short);
    return (
      <RentFrame title="Payment" back={{ ...props.back, loadsPage: true }} isNarrow>
        <ShortOfPhones
          answer={short}
          proceedPath={proceedPath}
          isAsking={payment.isOpening}
          onAgain={payment.openAgain}
        >
          {foot}
        </ShortOfPhones>
      </RentFrame>
    );
  }
  const paidOrderId = payment.error instanceof ApiError ? payment.error.paidOrderId : null;
  if (paidOrderId !== null) {
    return (
      <Done>
        <PaidJustNow
          sentence={paymentSentence(payment.error)}
          orderPath={paths.payOrder(paidOrderId)}
          startOver={props.startOver}
        />
      </Done>
    );
  }
  const isOver = order !== undefined && !isHeld;
  // The order of this page ended while it was opened: that is no failure, its phones can be reserved again.
  const isOutdated = isOver && kind !== null && isEnded(payment.error);
  const failure = card.outcome?.kind === 'failed' ? card.outcome.sentence : null;
  if (failure !== null || (payment.error && !isOutdated)) {
    return (
      <Done>
        <PaymentFailed
          sentence={failure ?? paymentSentence(payment.error)}
          hasUnpaidOrders={payment.error instanceof ApiError && payment.error.code === 'too_many_holds'}
          // The phones stay held for the next try; "Start Over" releases them.
          tryAgain={{ path: props.tryAgain ?? props.back.path, onClick: forget }}
          startOver={{
            path: props.startOver,
            onClick: () => (kind && orderId ? rememberOpenPayment(kind, orderId) : undefined),
          }}
        />
      </Done>
    );
  }
  if (isOver && !payment.isOpening && !card.isPaying) {
    return (
      <Done>
        <HoldEnded isOpening={false} onAgain={payment.openAgain} startOver={props.startOver} />
      </Done>
    );
  }
  return (
    <RentFrame title="Payment" back={{ ...props.back, loadsPage: true }}>
      <PaymentForm
        order={order}
        opened={opened}
        before={figures}
        now={shown}
        zone={zone}
        onPaying={() => {
          forget();
          card.begin();
        }}
        onOutcome={card.end}
      />
    </RentFrame>
  );
}

function isEnded(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'conflict' || error.code === 'hold_expired');
}

/** A screen without a way back: what was begun is over. */
function Done({ children }: { children: ReactNode }) {
  return (
    <RentFrame title="Payment" isNarrow>
      {children}
    </RentFrame>
  );
}

function figuresOf(
  figures: OrderFigures,
  order: { start_date: string; end_date: string; amount: number } | undefined,
  opened: OpenedPayment | undefined,
): OrderFigures {
  const start = order?.start_date ?? opened?.starts_at;
  const end = order?.end_date ?? opened?.expires_at;
  return {
    ...figures,
    startMs: start ? Date.parse(start) : figures.startMs,
    endMs: end ? Date.parse(end) : figures.endMs,
    totalCents: order?.amount ?? opened?.amount ?? figures.totalCents,
  };
}
