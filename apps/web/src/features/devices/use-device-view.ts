import { useSearchParams } from 'react-router';
import { type DeviceView, readView, writeView } from './device-view.ts';

/** The list's search, filter, sort and mode, kept in the URL so that reload and back keep them. */
export function useDeviceView(): [DeviceView, (change: Partial<DeviceView>) => void] {
  const [query, setQuery] = useSearchParams();
  const change = (next: Partial<DeviceView>) =>
    setQuery((known) => writeView(known, next), {
      replace: next.mode === undefined,
      preventScrollReset: true,
    });
  return [readView(query), change];
}
