import { useParams } from 'react-router';
import { useApiQuery } from '../api/use-api-query.ts';
import { orderActions } from '../features/orders/order-actions.ts';
import { OrderDetails } from '../features/orders/order-details.tsx';
import { ActionButtons, WaitingPage } from '../parts/detail-page.tsx';
import { Page } from '../parts/list-page.tsx';
import { useNow } from '../parts/use-now.ts';
import { useSession } from '../session.ts';

export function OrderPage() {
  const { id = '' } = useParams();
  const { permissions } = useSession();
  const query = useApiQuery('getOrder', { params: { id } });
  const order = query.data;
  const now = useNow();
  if (!order) return <WaitingPage title="Order" subject="This order" query={query} />;
  return (
    <Page
      title={order.number}
      browserTitle={`Order ${order.number}`}
      count={order.is_request ? 'Sales request' : 'Order'}
      actions={<ActionButtons actions={orderActions(order, now)} />}
      query={query}
    >
      <OrderDetails order={order} permissions={permissions} />
    </Page>
  );
}
