import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { withTeam } from '../../team.ts';

/**
 * The query in the address, and how to change it. The router takes a moment to write it: until then what was
 * chosen is shown from here, so that fields keep what is typed into them and two changes in a row both count.
 */
export function useSelectionQuery(): [
  query: URLSearchParams,
  change: (next: (known: URLSearchParams) => URLSearchParams) => void,
] {
  const [query, setQuery] = useSearchParams();
  const [ahead, setAhead] = useState<URLSearchParams | null>(null);
  const hasArrived = ahead !== null && ahead.toString() === query.toString();
  // From now on the address counts again, also after a step back.
  if (hasArrived) setAhead(null);
  const shown = ahead === null || hasArrived ? query : ahead;

  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  }, [shown]);
  const change = (next: (known: URLSearchParams) => URLSearchParams) => {
    const changed = withTeam(next(latest.current));
    latest.current = changed;
    setAhead(changed);
    setQuery(changed, { replace: true, preventScrollReset: true });
  };
  return [shown, change];
}
