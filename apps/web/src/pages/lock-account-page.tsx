import * as texts from '#language/accounts';
import { LockAccount } from '../features/accounts/lock-account.tsx';
import { usePageTitle } from './page-title.ts';

export function LockAccountPage() {
  usePageTitle(texts.lockYourAccount);
  return <LockAccount />;
}
