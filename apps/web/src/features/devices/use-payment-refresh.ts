import { toast } from '@pocketfleet/ui';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Pause before the list is fetched after a payment (spec section 9). */
const refreshDelayMs = 1_000;

/** Arriving from a payment (`?refresh=payment`, or navigation state): a toast, then one refresh. */
export function usePaymentRefresh(refresh: () => void): void {
  const location = useLocation();
  const navigate = useNavigate();
  const isDone = useRef(false);
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    if (isDone.current || !comesFromPayment(location)) return;
    isDone.current = true;
    toast.success('Payment Successful!', {
      description: 'Refreshing your device list to show newly rented phones...',
    });
    const query = new URLSearchParams(location.search);
    query.delete('refresh');
    navigate({ pathname: location.pathname, search: query.toString() }, { replace: true, state: null });
    setTimeout(() => latest.current(), refreshDelayMs);
  }, [location, navigate]);
}

function comesFromPayment(location: { search: string; state: unknown }): boolean {
  if (new URLSearchParams(location.search).get('refresh') === 'payment') return true;
  const { state } = location;
  return typeof state === 'object' && state !== null && 'refresh' in state && state.refresh === 'payment';
}
