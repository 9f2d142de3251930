import * as texts from '#language/accounts';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { LoginForm } from '../features/accounts/login-form.tsx';
import { usePageTitle } from './page-title.ts';

export function LoginPage() {
  usePageTitle(texts.signInLabel);
  return (
    <AuthFrame title={texts.welcomeBack} lead={texts.signInToYourPhones}>
      <LoginForm />
    </AuthFrame>
  );
}
