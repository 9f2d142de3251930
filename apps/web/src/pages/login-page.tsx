import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { LoginForm } from '../features/accounts/login-form.tsx';
import { usePageTitle } from './page-title.ts';

export function LoginPage() {
  usePageTitle('Sign in');
  return (
    <AuthFrame title="Welcome Back" lead="Sign in to your phones.">
      <LoginForm />
    </AuthFrame>
  );
}
