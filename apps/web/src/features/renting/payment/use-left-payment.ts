import { useEffect } from 'react';
import { useClient } from '../../../api/api-provider.tsx';
import { type PaymentKind, takeOpenPayment } from './open-payment.ts';

/** On the pages before a payment: a customer who comes back from it releases the held phones. */
export function useLeftPayment(kind: PaymentKind): void {
  const client = useClient();
  useEffect(() => {
    const release = () => {
      const orderId = takeOpenPayment(kind);
      // A hold that can't be given back now ends by itself.
      if (orderId) void client.call('releaseHold', { params: { id: orderId } }).catch(() => undefined);
    };
    release();
    // A page that the browser kept whole is shown again without being loaded.
    window.addEventListener('pageshow', release);
    return () => window.removeEventListener('pageshow', release);
  }, [client, kind]);
}
