import { usePageTitle } from '../app/page-title.ts';
import { VerifyEmail } from '../features/accounts/verify-email.tsx';

export function VerifyEmailPage() {
  usePageTitle('Verify your email');
  return <VerifyEmail />;
}
