import { useLocation } from 'react-router';
import * as texts from '#language/accounts';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { registeredEmailOf } from '../features/accounts/left-state.ts';
import { LoginForm } from '../features/accounts/login-form.tsx';
import { usePageTitle } from './page-title.ts';

export function LoginPage() {
  usePageTitle(texts.signInLabel);
  const isNew = registeredEmailOf(useLocation().state) !== null;
  return (
    <AuthFrame
      title={texts.welcomeBack}
      lead={texts.signInToYourPhones}
      {...(isNew ? { line: texts.realPhonesInYourBrowser } : {})}
    >
      <LoginForm />
    </AuthFrame>
  );
}
