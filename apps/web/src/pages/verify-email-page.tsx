import { VerifyEmail } from '../features/accounts/verify-email.tsx';
import { usePageTitle } from './page-title.ts';

export function VerifyEmailPage() {
  usePageTitle('Verify your email');
  return <VerifyEmail />;
}
