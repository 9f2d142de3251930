// The links to a customer's own phones, beside what else lets somebody in. Teams have theirs on the team's page. A default
// export: loaded with the tab.
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/api-provider.tsx';
import { listDevices } from '../api/devices.ts';
import { queryKeys } from '../api/query-keys.ts';
import { GuestsCard } from '../features/sharing/guests-card.tsx';

export default function PersonalLinks() {
  const client = useClient();
  const list = useQuery({
    queryKey: queryKeys.devices,
    queryFn: ({ signal }) => listDevices(client, signal),
  });
  return (
    <div className="pt-4">
      <GuestsCard devices={list.data?.devices ?? []} />
    </div>
  );
}
