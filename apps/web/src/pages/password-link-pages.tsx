import * as texts from '#language/accounts';
import { ForgotPassword } from '../features/accounts/forgot-password-form.tsx';
import { ResetPassword } from '../features/accounts/reset-password-form.tsx';
import { usePageTitle } from './page-title.ts';

export function ForgotPasswordPage() {
  usePageTitle(texts.forgotYourPassword);
  return <ForgotPassword />;
}

export function ResetPasswordPage() {
  usePageTitle(texts.chooseANewPassword);
  return <ResetPassword />;
}
