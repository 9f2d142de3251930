import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { PaymentOutcome } from './payment-outcome.ts';

/** While contact is lost the provider is asked this often, this many times; then the customer asks. */
const askEveryMs = 2_000;
const mostAsks = 15;

/** What became of the try to pay. One whose answer was lost is asked for until somebody knows. */
export function useCardOutcome() {
  const [outcome, setOutcome] = useState<PaymentOutcome | null>(null);
  const [isPaying, setPaying] = useState(false);
  const [asksLeft, setAsksLeft] = useState(mostAsks);
  const isAsking = outcome?.kind === 'unknown' && asksLeft > 0;
  const ask = useEffectEvent((left: number) => {
    if (outcome?.kind !== 'unknown') return;
    outcome.read().then(setOutcome, () => setAsksLeft(left - 1));
  });

  useEffect(() => {
    if (!isAsking) return;
    const timer = setTimeout(() => ask(asksLeft), askEveryMs);
    return () => clearTimeout(timer);
  }, [isAsking, asksLeft]);

  return {
    outcome,
    isAsking,
    /** Between the button and the outcome: the bank may be asking. */
    isPaying,
    begin: useCallback(() => setPaying(true), []),
    end: useCallback((next: PaymentOutcome) => {
      setPaying(false);
      setAsksLeft(mostAsks);
      setOutcome(next);
    }, []),
    askAgain: useCallback(() => setAsksLeft(mostAsks), []),
  };
}
