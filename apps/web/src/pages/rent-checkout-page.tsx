import { Banner, buttonClass } from '@pocketfleet/ui';
import { formatZone } from '@pocketfleet/ui/format';
import { ArrowRight } from 'lucide-react';
import { Link, Navigate } from 'react-router';
import * as texts from '#language/renting';
import { OrderSummary } from '../features/renting/order-summary.tsx';
import { useLeftPayment } from '../features/renting/payment/use-left-payment.ts';
import { withoutPayment, withPricing } from '../features/renting/pricing-query.ts';
import { RentFrame } from '../features/renting/rent-frame.tsx';
import { RentalTerms } from '../features/renting/rental-terms.tsx';
import { writeSelection } from '../features/renting/selection.ts';
import { useRentalPlan } from '../features/renting/use-rental-plan.ts';
import { paths, withQuery } from '../paths.ts';
import { usePageTitle } from './page-title.ts';

export function RentCheckoutPage() {
  usePageTitle(texts.checkout);
  useLeftPayment('rental');
  const { query, zone, plan, requested } = useRentalPlan();
  if (plan === null) return <Navigate to={withQuery(paths.rent, query)} replace />;
  const original = requested.phoneCount;
  const isAdjusted = original > plan.phoneCount;
  return (
    <RentFrame
      title={texts.orderSummary}
      lead={texts.checkItOnceMoreNothing}
      back={{
        label: texts.back,
        path: withQuery(paths.rent, writeSelection({ ...plan, ...requested })),
      }}
      isNarrow
    >
      <div className="grid gap-4">
        {isAdjusted ? <Banner kind="warning">{texts.orderAdjusted(original, plan.phoneCount)}</Banner> : null}
        <OrderSummary figures={{ ...plan, original }} zone={zone} title={texts.yourOrder}>
          <p className="mt-2 text-right text-second text-small">
            {texts.timesIn(formatZone(plan.startMs, zone))}
          </p>
          {/* A full page load: only that page may reach the payment provider. */}
          <Link
            to={withQuery(paths.rentPayment, withPricing(withoutPayment(query), plan))}
            reloadDocument
            className={`${buttonClass('primary', 'large')} mt-5 w-full`}
          >
            {texts.proceedToPayment}
            <ArrowRight />
          </Link>
          <p className="mt-3 text-balance text-center text-second text-small">{texts.yourPhonesAreHeld}</p>
        </OrderSummary>
        <RentalTerms plan={plan} />
      </div>
    </RentFrame>
  );
}
