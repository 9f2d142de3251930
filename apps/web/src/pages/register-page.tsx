import * as texts from '#language/accounts';
import { terms } from '#language/terms';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { RegisterForm } from '../features/accounts/register-form.tsx';
import { TermsDialog } from '../features/legal/terms-dialog.tsx';
import { usePageTitle } from './page-title.ts';

export function RegisterPage() {
  usePageTitle(texts.createAnAccount);
  return (
    <AuthFrame
      title={texts.joinUs}
      lead={texts.yourPhonesAreAFew}
      isWide
      line={texts.realPhonesInYourBrowser}
    >
      <RegisterForm termsVersion={terms.version} renderTerms={(dialog) => <TermsDialog {...dialog} />} />
    </AuthFrame>
  );
}
