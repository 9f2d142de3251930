import { useEffect, useState } from 'react';

/** How often a chosen start is compared with the clock. */
const tickMs = 15_000;

/** The browser's time, rounded down to the minute, so that a page re-renders only once a minute. */
export function useMinute(): number {
  const [minute, setMinute] = useState(readMinute);
  useEffect(() => {
    const timer = setInterval(() => setMinute(readMinute), tickMs);
    return () => clearInterval(timer);
  }, []);
  return minute;
}

function readMinute(): number {
  return Math.floor(Date.now() / 60_000) * 60_000;
}
