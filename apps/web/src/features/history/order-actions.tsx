import type { OrderWithMoney } from '@pocketfleet/contract';
import { Banner, Button, buttonClass, Dialog, saveFile, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/history';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { paths } from '../../paths.ts';
import { cancelLabel, payLabel } from './order-view.ts';

/** The receipt of a paid order, and the buttons to pay, release or cancel an order that has not begun. */
export function OrderActions({ order }: { order: OrderWithMoney }) {
  const client = useClient();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const receipt = useMutation({
    mutationFn: () => client.call('getReceipt', { params: { id: order.id } }),
    onSuccess: ({ bytes, content_type, file_name }) =>
      saveFile(new Blob([new Uint8Array(bytes)], { type: content_type }), file_name),
    onError: (error) => toast.error(texts.receiptCouldNotBeLoaded(reasonOf(error))),
  });
  const release = useMutation({
    mutationFn: () => client.call('releaseHold', { params: { id: order.id } }),
    onError: (error) => toast.error(texts.phonesCouldNotBeReleased(reasonOf(error))),
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
          aria-label={texts.receiptOf(order.number)}
          onClick={() => receipt.mutateAsync()}
        >
          {texts.receipt}
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
          aria-label={texts.releasePhonesOf(order.number)}
          onClick={() => release.mutateAsync()}
        >
          {texts.releasePhones}
        </Button>
      ) : null}
      {order.can_cancel ? (
        <Button size="small" aria-label={texts.cancel(order.number)} onClick={() => setAsking(true)}>
          {texts.cancelLabel}
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
      toast.success(texts.orderIsCancelled(order.number));
      onClose();
    },
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={texts.cancelOrder(order.number)}
      description={texts.thePhonesAreThenFree(cancelLabel(order))}
    >
      {cancel.isError ? (
        <div className="mb-4">
          <Banner kind="error">
            {texts.theOrderCouldNotBeCancelled}
            {reasonOf(cancel.error)}
          </Banner>
        </div>
      ) : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{texts.keepTheOrder}</Button>
        <Button kind="danger" isBusy={cancel.isPending} onClick={() => cancel.mutateAsync()}>
          {(order.refundable_amount ?? order.amount) > 0 ? texts.cancelAndRefund : texts.cancelTheOrder}
        </Button>
      </div>
    </Dialog>
  );
}
