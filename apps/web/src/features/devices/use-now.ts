import { useEffect, useState } from 'react';

/** The current time in ms, renewed every `tickMs`; 60 s for time remaining (spec section 9). */
export function useNow(tickMs = 60_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return now;
}
