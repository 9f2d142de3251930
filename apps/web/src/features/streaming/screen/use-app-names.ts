import { useEffect, useMemo, useState } from 'react';
import { useApps } from '../use-apps.ts';
import type { AppNames } from './change-words.ts';

/** A phone may take many seconds to list its apps, and somebody waits to hear what is on the screen. */
const patienceMs = 3_000;

/** The names of the phone's apps by their packages; undefined in the first moments, until they are here. */
export function useAppNames(deviceId: string): AppNames | undefined {
  const { data, isError } = useApps(deviceId);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, patienceMs, true);
    return () => clearTimeout(timer);
  }, []);
  const isAwaited = data === undefined && !isError && !isLate;
  return useMemo(
    () => (isAwaited ? undefined : new Map((data ?? []).map((app) => [app.package, app.label]))),
    [isAwaited, data],
  );
}
