import { usePageTitle } from '../app/page-title.ts';
import { useUser } from '../features/accounts/auth-provider.tsx';

const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric' });

/** The profile as it is; changing it comes with the accounts pages. */
export function SettingsPage() {
  usePageTitle('Account settings');
  const user = useUser();
  const memberSince = Date.parse(user.created_at);
  return (
    <div className="mx-auto max-w-[1600px] px-4 py-6 sm:px-8">
      <h1 className="font-semibold text-title">Account settings</h1>
      <p className="text-second">Your profile as the team sees it</p>
      <div className="mt-6 grid max-w-[960px] items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <Card
          title="Personal information"
          rows={[
            ['First name', user.first_name],
            ['Last name', user.last_name],
            ['Username', user.username],
            ['Email', user.email],
          ]}
        />
        <Card
          title="Account information"
          rows={[
            ['Account Status', 'Active'],
            ['Member Since', Number.isNaN(memberSince) ? 'N/A' : day.format(memberSince)],
          ]}
        />
      </div>
    </div>
  );
}

function Card({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <section className="min-w-0 rounded-card border border-hairline bg-surface p-6 pb-3">
      <h2 className="mb-2 font-semibold text-card">{title}</h2>
      <dl className="divide-y divide-hairline">
        {rows.map(([label, value]) => (
          <div key={label} className="flex items-baseline gap-4 py-3">
            <dt className="w-28 shrink-0 text-second">{label}</dt>
            <dd className="wrap-anywhere min-w-0 font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
