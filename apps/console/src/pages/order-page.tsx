import { Button, EmptyState, Skeleton } from '@pocketfleet/ui';
import { useParams } from 'react-router';
import { sentenceOf } from '../api/errors.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useSession } from '../features/accounts/session.ts';
import { orderActs } from '../features/orders/order-acts.ts';
import { OrderDetails } from '../features/orders/order-details.tsx';
import { useOpenAct } from '../parts/act-dialog.tsx';
import { Page } from '../parts/list-page.tsx';

export function OrderPage() {
  const { id = '' } = useParams();
  const { permissions } = useSession();
  const openAct = useOpenAct();
  const answer = useAnswer('getOrder', { params: { id } });
  const order = answer.data;
  if (!order) {
    return (
      <Page title="Order">
        {answer.isError ? (
          <EmptyState
            isAlert
            title="This order could not be loaded"
            action={<Button onClick={() => answer.refetch()}>Retry</Button>}
          >
            {sentenceOf(answer.error)}
          </EmptyState>
        ) : (
          <Skeleton className="h-80 w-full" />
        )}
      </Page>
    );
  }
  const acts = orderActs(order).filter(({ permission }) => permissions.includes(permission));
  return (
    <Page
      title={order.number}
      count={order.is_request ? 'Sales request' : 'Order'}
      actions={acts.map((each) => (
        <Button
          key={each.label}
          size="small"
          kind={each.act.isDangerous ? 'danger' : 'secondary'}
          onClick={() => openAct(each.act)}
        >
          {each.label}
        </Button>
      ))}
    >
      <OrderDetails order={order} permissions={permissions} />
    </Page>
  );
}
