import { Skeleton } from '@pocketfleet/ui';
import * as texts from '#language/payment';
import { useClient } from '../../../api/api-provider.tsx';
import { paymentSentence } from '../../../api/errors.ts';
import { paths } from '../../../paths.ts';
import { type Extension, extensionWish } from '../extension.ts';
import { RentFrame } from '../rent-frame.tsx';
import { useExtensionQuote } from '../use-extension-quote.ts';
import { PaymentFlow } from './payment-flow.tsx';
import { PaymentFailed } from './payment-screens.tsx';
import { useOrder } from './use-order.ts';
import type { PaymentSetup } from './use-payment.ts';

type Props = Pick<PaymentSetup, 'orderId' | 'onOpened'> & { extension: Extension };

/** Pays for the added time of one phone. */
export function ExtensionPayment({ extension, orderId, onOpened }: Props) {
  const client = useClient();
  const order = useOrder(orderId);
  const quote = useExtensionQuote(extension, orderId === null);
  const added = order.data
    ? { from: order.data.start_date, to: order.data.end_date }
    : quote.data && { from: quote.data.expires_at, to: quote.data.new_expires_at };
  const error = order.error ?? quote.error;
  const back = { label: texts.backToDevices, path: paths.devices };
  if (added === undefined) {
    return (
      <RentFrame title={texts.payment} isNarrow>
        {error ? (
          <PaymentFailed
            message={paymentSentence(error)}
            tryAgain={{ path: paths.devices, onClick: () => undefined }}
            startOver={{ path: paths.rent, onClick: () => undefined }}
          />
        ) : (
          <div role="status" aria-label={texts.loadingTheExtension}>
            <Skeleton className="h-80 w-full rounded-card" />
          </div>
        )}
      </RentFrame>
    );
  }
  const { period } = extension;
  return (
    <PaymentFlow
      kind="extension"
      orderId={orderId}
      figures={{
        period,
        phoneCount: 1,
        original: 1,
        startMs: Date.parse(added.from),
        endMs: Date.parse(added.to),
        totalCents: period.priceCents,
      }}
      back={back}
      startOver={paths.devices}
      open={() =>
        client.call('createExtensionIntent', {
          params: { id: extension.assignmentId },
          body: { ...extensionWish(extension), currency: 'usd' },
        })
      }
      onOpened={onOpened}
    />
  );
}
