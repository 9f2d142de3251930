import { Link } from 'react-router';
import { usePageTitle } from '../app/page-title.ts';
import { paths } from '../app/paths.ts';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { ContactList } from '../features/layout/help-dialog.tsx';

/** Until visitors can open accounts here themselves. */
export function RegisterPage() {
  return (
    <AskTeam
      title="Join Us"
      lead="The team opens your account. Tell it who you are and how many phones you need."
    />
  );
}

/** Until a reset link can be asked for here. */
export function ForgotPasswordPage() {
  return (
    <AskTeam
      title="Forgot your password?"
      lead="The team resets it. Write from the email address of your account."
    />
  );
}

function AskTeam({ title, lead }: { title: string; lead: string }) {
  usePageTitle(title);
  return (
    <AuthFrame title={title} lead={lead}>
      <ContactList />
      <p className="mt-6 text-public text-second">
        Already have an account?{' '}
        <Link to={paths.login} className="rounded-key font-medium text-main underline underline-offset-4">
          Sign In
        </Link>
      </p>
    </AuthFrame>
  );
}
