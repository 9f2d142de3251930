import type { User } from '@pocketfleet/contract';
import { SettingsCard } from './settings-card.tsx';

const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric' });

export function AccountCard({ user }: { user: User }) {
  const memberSince = Date.parse(user.created_at ?? '');
  const rows = [
    ['Account Status', 'Active'],
    ['Member Since', Number.isNaN(memberSince) ? 'N/A' : day.format(memberSince)],
  ] as const;
  return (
    <SettingsCard title="Account Information">
      <dl className="-my-3 divide-y divide-hairline">
        {rows.map(([label, value]) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-3">
            <dt className="text-second">{label}</dt>
            <dd className="wrap-anywhere min-w-0 font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </SettingsCard>
  );
}
