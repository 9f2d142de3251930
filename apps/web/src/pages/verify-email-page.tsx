import * as texts from '#language/accounts';
import { VerifyEmail } from '../features/accounts/verify-email.tsx';
import { usePageTitle } from './page-title.ts';

export function VerifyEmailPage() {
  usePageTitle(texts.verifyYourEmail);
  return <VerifyEmail />;
}
