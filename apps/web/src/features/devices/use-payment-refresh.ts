import { toast } from '@pocketfleet/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as texts from '#language/devices';

/** Pause before the list is fetched after a payment (spec section 9). */
const refreshDelayMs = 1_000;

/** After a payment (`?refresh=payment`, or navigation state), shows a toast and then refreshes once. */
export function usePaymentRefresh(refresh: () => void): void {
  const location = useLocation();
  const navigate = useNavigate();
  const hasBegun = useRef(false);
  const [isDue, setDue] = useState(false);
  const refreshNow = useEffectEvent(refresh);
  useEffect(() => {
    if (hasBegun.current || !comesFromPayment(location)) return;
    hasBegun.current = true;
    toast.success(texts.paymentSuccessful, {
      description: texts.refreshingYourDeviceList,
    });
    const query = new URLSearchParams(location.search);
    query.delete('refresh');
    navigate({ pathname: location.pathname, search: query.toString() }, { replace: true, state: null });
    setDue(true);
  }, [location, navigate]);
  // An effect of its own, because the address changes meanwhile. It ends with the page.
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => refreshNow(), refreshDelayMs);
    return () => clearTimeout(timer);
  }, [isDue]);
}

function comesFromPayment(location: { search: string; state: unknown }): boolean {
  if (new URLSearchParams(location.search).get('refresh') === 'payment') return true;
  const { state } = location;
  return typeof state === 'object' && state !== null && 'refresh' in state && state.refresh === 'payment';
}
