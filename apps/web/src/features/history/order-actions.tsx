import type { OrderWithMoney } from '@pocketfleet/contract';
import { Banner, Button, buttonClass, Dialog, saveFile, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { paths } from '../../paths.ts';
import { cancelLabel, payLabel } from './order-view.ts';

/** The receipt of what was paid, and the ways out of what has not begun. */
export function OrderActions({ order }: { order: OrderWithMoney }) {
  const client = useClient();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const receipt = useMutation({
    mutationFn: () => client.call('getReceipt', { params: { id: order.id } }),
    onSuccess: ({ bytes, content_type, file_name }) =>
      saveFile(new Blob([new Uint8Array(bytes)], { type: content_type }), file_name),
    onError: (error) =>
      toast.error(`The receipt could not be loaded. ${reasonOf(error) ?? 'Please try again.'}`),
  });
  const release = useMutation({
    mutationFn: () => client.call('releaseHold', { params: { id: order.id } }),
    onError: (error) =>
      toast.error(`The phones could not be released. ${reasonOf(error) ?? 'Please try again.'}`),
    onSettled: () => queries.invalidateQueries(),
  });
  const pay = payLabel(order);
  const canRelease = order.state === 'awaiting_payment' && order.payment_status !== 'processing';
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {order.has_receipt ? (
        <Button
          size="small"
          isBusy={receipt.isPending}
          icon={<Download />}
          aria-label={`Receipt of ${order.number}`}
          onClick={() => receipt.mutateAsync()}
        >
          Receipt
        </Button>
      ) : null}
      {pay ? (
        // The payment page is a document of its own.
        <Link
          to={paths.payOrder(order.id)}
          reloadDocument
          aria-label={`${pay}: ${order.number}`}
          className={buttonClass(order.state === 'expired' ? 'secondary' : 'primary', 'small')}
        >
          {pay}
        </Link>
      ) : null}
      {canRelease ? (
        <Button
          size="small"
          isBusy={release.isPending}
          aria-label={`Release phones of ${order.number}`}
          onClick={() => release.mutateAsync()}
        >
          Release phones
        </Button>
      ) : null}
      {order.can_cancel ? (
        <Button size="small" aria-label={`Cancel ${order.number}`} onClick={() => setAsking(true)}>
          Cancel
        </Button>
      ) : null}
      {isAsking ? <CancelDialog order={order} onClose={() => setAsking(false)} /> : null}
    </span>
  );
}

function CancelDialog({ order, onClose }: { order: OrderWithMoney; onClose(): void }) {
  const client = useClient();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => client.call('cancelOrder', { params: { id: order.id } }),
    onSuccess: () => {
      toast.success(`Order ${order.number} is cancelled.`);
      onClose();
    },
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Cancel order ${order.number}?`}
      description={`${cancelLabel(order)} The phones are then free for others.`}
    >
      {cancel.isError ? (
        <div className="mb-4">
          <Banner kind="error">The order could not be cancelled. {reasonOf(cancel.error)}</Banner>
        </div>
      ) : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Keep the order</Button>
        <Button kind="danger" isBusy={cancel.isPending} onClick={() => cancel.mutateAsync()}>
          {(order.refundable_amount ?? order.amount) > 0 ? 'Cancel and refund' : 'Cancel the order'}
        </Button>
      </div>
    </Dialog>
  );
}
