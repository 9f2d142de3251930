import { ForgotPassword } from '../features/accounts/forgot-password-form.tsx';
import { ResetPassword } from '../features/accounts/reset-password-form.tsx';
import { usePageTitle } from './page-title.ts';

export function ForgotPasswordPage() {
  usePageTitle('Forgot your password?');
  return <ForgotPassword />;
}

export function ResetPasswordPage() {
  usePageTitle('Choose a new password');
  return <ResetPassword />;
}
