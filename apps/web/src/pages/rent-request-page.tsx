import { Banner } from '@pocketfleet/ui';
import { browserZone } from '@pocketfleet/ui/format';
import { Navigate, useSearchParams } from 'react-router';
import { reasonOf } from '../api/errors.ts';
import { useOrder } from '../features/renting/payment/use-order.ts';
import { RentFrame } from '../features/renting/rent-frame.tsx';
import { RequestSent } from '../features/renting/request-sent.tsx';
import { RequestSummary } from '../features/renting/request-summary.tsx';
import { writeSelection } from '../features/renting/selection.ts';
import { useRentalPlan } from '../features/renting/use-rental-plan.ts';
import { useSalesRequest } from '../features/renting/use-sales-request.ts';
import { paths, withQuery } from '../paths.ts';
import { usePageTitle } from './page-title.ts';

/** A sent request is named in the address: a reload shows it again instead of a form that would send another. */
export function RentRequestPage() {
  usePageTitle('Request phones');
  const [query] = useSearchParams();
  const sent = query.get('order');
  return sent === null ? <RequestForm /> : <SentRequest orderId={sent} />;
}

function RequestForm() {
  const [, setQuery] = useSearchParams();
  const { query, zone, plan } = useRentalPlan();
  const request = useSalesRequest((order) => setQuery({ order: order.id }, { replace: true }));
  if (plan === null) return <Navigate to={withQuery(paths.rent, query)} replace />;
  const available = query.get('available');
  return (
    <RentFrame
      title="Create Rental Order"
      lead="Our sales team takes your request from here: they look for the phones you need, confirm the price, and arrange payment and delivery with you."
      back={{ label: 'Back', path: withQuery(paths.rent, writeSelection(plan)) }}
      isNarrow
    >
      <RequestSummary
        plan={plan}
        available={available !== null && /^\d{1,2}$/.test(available) ? Number(available) : null}
        zone={zone}
        error={request.error}
        isSending={request.isPending}
        onSubmit={() => request.mutate(plan)}
      />
    </RentFrame>
  );
}

function SentRequest({ orderId }: { orderId: string }) {
  const order = useOrder(orderId);
  if (order.isError) {
    return (
      <RentFrame title="Create Rental Order" isNarrow>
        <Banner kind="error">This request could not be loaded. {reasonOf(order.error)}</Banner>
      </RentFrame>
    );
  }
  return (
    <RentFrame title="Create Rental Order" isNarrow>
      <RequestSent order={order.data ?? null} zone={browserZone()} />
    </RentFrame>
  );
}
