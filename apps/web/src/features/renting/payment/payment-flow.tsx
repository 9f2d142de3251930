// The payment of one order as a page: each step of payment-machine.ts has its screen here.
import type { Availability } from '@pocketfleet/contract';
import type { ReactNode } from 'react';
import * as texts from '#language/payment';
import { paths } from '../../../paths.ts';
import type { OrderFigures } from '../order-summary.tsx';
import { RentFrame } from '../rent-frame.tsx';
import { forgetOpenPayment, rememberOpenPayment } from './open-payment.ts';
import { PaymentForm } from './payment-form.tsx';
import type { PaymentState } from './payment-machine.ts';
import {
  HoldEnded,
  PaidJustNow,
  PaymentFailed,
  PaymentProcessing,
  PaymentUnknown,
  ShortOfPhones,
} from './payment-screens.tsx';
import { PaymentSuccess } from './payment-success.tsx';
import { type PaymentSetup, usePayment } from './use-payment.ts';

type Props = PaymentSetup & {
  figures: OrderFigures;
  back: { label: string; path: string };
  /** The page of the next attempt; `back` without it. */
  tryAgain?: string;
  startOver: string;
  /** The ways on when there are too few phones. */
  onShort?(left: Availability): { proceedPath: string | null; foot: ReactNode };
};

export function PaymentFlow(props: Props) {
  const { kind, figures, startOver } = props;
  const { state, payment } = usePayment(props);
  const { step, order, orderId } = state;
  const back = { ...props.back, loadsPage: true };
  const reserveAgain = () => payment.send({ kind: 'reserve_again' });
  switch (step.kind) {
    case 'paid': {
      const { phoneCount, totalCents } = currentFigures(figures, state);
      return (
        <WithoutBack>
          <PaymentSuccess order={order} phoneCount={phoneCount} period={figures.period} amount={totalCents} />
        </WithoutBack>
      );
    }
    case 'processing':
      return (
        <WithoutBack>
          <PaymentProcessing />
        </WithoutBack>
      );
    case 'lost':
      return (
        <WithoutBack>
          <PaymentUnknown
            isChecking={step.readsLeft > 0}
            onCheck={() => payment.send({ kind: 'check_again' })}
          />
        </WithoutBack>
      );
    case 'short': {
      const { proceedPath, foot } = props.onShort?.(step.availability) ?? { proceedPath: null, foot: null };
      return (
        <RentFrame title={texts.payment} back={back} isNarrow>
          <ShortOfPhones left={step.availability} proceedPath={proceedPath} onAgain={reserveAgain}>
            {foot}
          </ShortOfPhones>
        </RentFrame>
      );
    }
    case 'already_paid':
      return (
        <WithoutBack>
          <PaidJustNow
            message={step.message}
            orderPath={paths.payOrder(step.paidOrderId)}
            startOver={startOver}
          />
        </WithoutBack>
      );
    case 'failed':
      return (
        <WithoutBack>
          <PaymentFailed
            message={step.message}
            hasUnpaidOrders={step.hasUnpaidOrders}
            // The phones stay held for the next attempt; "Start Over" releases them.
            tryAgain={{
              path: props.tryAgain ?? back.path,
              onClick: () => (kind ? forgetOpenPayment(kind) : undefined),
            }}
            startOver={{
              path: startOver,
              onClick: () => (kind && orderId ? rememberOpenPayment(kind, orderId) : undefined),
            }}
          />
        </WithoutBack>
      );
    case 'hold_ended':
      return (
        <WithoutBack>
          <HoldEnded onAgain={reserveAgain} startOver={startOver} />
        </WithoutBack>
      );
    default:
      // One branch for all steps of the form, so that its fields keep what was typed.
      return (
        <RentFrame title={texts.payment} back={back}>
          <PaymentForm
            step={step}
            order={order}
            before={figures}
            now={currentFigures(figures, state)}
            payment={payment}
          />
        </RentFrame>
      );
  }
}

/** A finished payment has no way back. */
function WithoutBack({ children }: { children: ReactNode }) {
  return (
    <RentFrame title={texts.payment} isNarrow>
      {children}
    </RentFrame>
  );
}

/** As the server holds the order, as far as it is known. */
function currentFigures(figures: OrderFigures, { step, order }: PaymentState): OrderFigures {
  const opened = 'opened' in step ? step.opened : undefined;
  const start = order?.start_date ?? opened?.starts_at;
  const end = order?.end_date ?? opened?.expires_at;
  return {
    ...figures,
    startMs: start ? Date.parse(start) : figures.startMs,
    endMs: end ? Date.parse(end) : figures.endMs,
    totalCents: order?.amount ?? opened?.amount ?? figures.totalCents,
  };
}
