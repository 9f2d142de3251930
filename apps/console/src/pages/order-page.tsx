import { useParams } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { useSession } from '../features/accounts/session.ts';
import { orderActs } from '../features/orders/order-acts.ts';
import { OrderDetails } from '../features/orders/order-details.tsx';
import { Page } from '../parts/list-page.tsx';
import { ActButtons, WaitingPage } from '../parts/thing-page.tsx';

export function OrderPage() {
  const { id = '' } = useParams();
  const { permissions } = useSession();
  const answer = useAnswer('getOrder', { params: { id } });
  const order = answer.data;
  if (!order) return <WaitingPage title="Order" what="This order" answer={answer} />;
  return (
    <Page
      title={order.number}
      browserTitle={`Order ${order.number}`}
      count={order.is_request ? 'Sales request' : 'Order'}
      actions={<ActButtons acts={orderActs(order)} />}
    >
      <OrderDetails order={order} permissions={permissions} />
    </Page>
  );
}
