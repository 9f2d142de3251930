import { useUser } from '../../session/auth-provider.tsx';
import { useMay, useWorkspace } from '../../session/use-workspace.ts';
import { AccountCard } from './account-card.tsx';
import { BillingCard } from './billing-card.tsx';
import { Profile } from './profile.tsx';

/** A default export, because it is loaded when its tab is looked at. */
export default function ProfileTab() {
  const workspace = useWorkspace();
  const mayBill = useMay('billing');
  return (
    <div className="grid items-start gap-4 pt-6 lg:grid-cols-[3fr_2fr]">
      <Profile />
      <div className="grid gap-4">
        <AccountCard user={useUser()} />
        {mayBill ? <BillingCard team={workspace?.is_personal === false ? workspace.name : null} /> : null}
      </div>
    </div>
  );
}
