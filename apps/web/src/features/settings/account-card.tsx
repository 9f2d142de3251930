import type { User } from '@pocketfleet/contract';
import { Card, DescriptionList } from '@pocketfleet/ui';
import { formatDay } from '@pocketfleet/ui/format';
import * as texts from '#language/settings';

export function AccountCard({ user }: { user: User }) {
  const memberSince = Date.parse(user.created_at ?? '');
  return (
    <Card title={texts.accountInformation}>
      <DescriptionList
        layout="rows"
        className="-my-2.5"
        items={[
          [texts.accountStatus, texts.active],
          [texts.memberSince, Number.isNaN(memberSince) ? 'N/A' : formatDay(memberSince)],
        ]}
      />
    </Card>
  );
}
