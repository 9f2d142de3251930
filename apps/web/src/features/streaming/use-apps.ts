import type { InstalledApp } from '@pocketfleet/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';

/** The phone's apps, with the names that people know them by. */
export function useApps(deviceId: string): UseQueryResult<InstalledApp[]> {
  const client = useClient();
  return useQuery({
    queryKey: ['phone-apps', deviceId],
    queryFn: ({ signal }) => client.call('listApps', { params: { id: deviceId }, signal }),
    retry: 1,
  });
}
