import type { User } from '@pocketfleet/contract';
import { Card, DescriptionList } from '@pocketfleet/ui';
import { formatDay } from '@pocketfleet/ui/format';

export function AccountCard({ user }: { user: User }) {
  const memberSince = Date.parse(user.created_at ?? '');
  return (
    <Card title="Account Information">
      <DescriptionList
        layout="rows"
        className="-my-2.5"
        items={[
          ['Account Status', 'Active'],
          ['Member Since', Number.isNaN(memberSince) ? 'N/A' : formatDay(memberSince)],
        ]}
      />
    </Card>
  );
}
