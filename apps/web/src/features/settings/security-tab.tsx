import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import { SecondFactorsCard } from './second-factors-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** A default export, because it is loaded when its tab is looked at. */
export default function SecurityTab() {
  const queries = useQueryClient();
  return (
    <div className="grid items-start gap-4 pt-6 lg:grid-cols-[3fr_2fr]">
      <ChangePasswordForm onChanged={() => queries.invalidateQueries({ queryKey: queryKeys.sessions })} />
      <SessionsCard />
      <SecondFactorsCard />
    </div>
  );
}
