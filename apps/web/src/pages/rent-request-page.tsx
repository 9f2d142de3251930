import { Banner } from '@pocketfleet/ui';
import { browserZone } from '@pocketfleet/ui/format';
import { Navigate, useSearchParams } from 'react-router';
import * as texts from '#language/renting';
import { reasonOf } from '../api/errors.ts';
import { useOrder } from '../features/renting/payment/use-order.ts';
import { RentFrame } from '../features/renting/rent-frame.tsx';
import { RequestSent } from '../features/renting/request-sent.tsx';
import { RequestSummary } from '../features/renting/request-summary.tsx';
import { writeSelection } from '../features/renting/selection.ts';
import { isAboutLonger } from '../features/renting/short-order.ts';
import { useRentalPlan } from '../features/renting/use-rental-plan.ts';
import { useSalesRequest } from '../features/renting/use-sales-request.ts';
import { paths, withQuery } from '../paths.ts';
import { withTeam } from '../team.ts';
import { usePageTitle } from './page-title.ts';

/** A sent request is named in the address: a reload shows it again instead of a form that would send another. */
export function RentRequestPage() {
  usePageTitle(texts.requestPhones);
  const [query] = useSearchParams();
  const sent = query.get('order');
  return sent === null ? <RequestForm /> : <SentRequest orderId={sent} />;
}

function RequestForm() {
  const [, setQuery] = useSearchParams();
  const { query, zone, plan } = useRentalPlan();
  const request = useSalesRequest((order) => setQuery(withTeam({ order: order.id }), { replace: true }));
  if (plan === null) return <Navigate to={withQuery(paths.rent, query)} replace />;
  const available = query.get('available');
  return (
    <RentFrame
      title={texts.createRentalOrder}
      lead={texts.ourSalesTeamTakes}
      back={{ label: texts.back, path: withQuery(paths.rent, writeSelection(plan)) }}
      isNarrow
    >
      <RequestSummary
        plan={plan}
        available={available !== null && /^\d{1,2}$/.test(available) ? Number(available) : null}
        zone={zone}
        error={request.error}
        initialNote={isAboutLonger(query) ? texts.iWouldLikeALongerRental : ''}
        isSending={request.isPending}
        onSubmit={(note) => request.mutate({ plan, note })}
      />
    </RentFrame>
  );
}

function SentRequest({ orderId }: { orderId: string }) {
  const order = useOrder(orderId);
  if (order.isError) {
    return (
      <RentFrame title={texts.createRentalOrder} isNarrow>
        <Banner kind="error">
          {texts.thisRequestCouldNotBeLoaded}
          {reasonOf(order.error)}
        </Banner>
      </RentFrame>
    );
  }
  return (
    <RentFrame title={texts.createRentalOrder} isNarrow>
      <RequestSent order={order.data ?? null} zone={browserZone()} />
    </RentFrame>
  );
}
