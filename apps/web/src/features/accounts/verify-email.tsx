import { Banner, Button, Spinner } from '@pocketfleet/ui';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#language/accounts';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf, resendSentence, verifySentence } from '../../api/errors.ts';
import { paths } from '../../paths.ts';
import { useAuth } from '../../session/auth-provider.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { forgetOrigin, readOrigin } from './origin-of-new-account.ts';
import { ButtonLink, TextLink } from './text-link.tsx';
import { useMailedLink } from './use-mailed-link.ts';
import { resentSentence, useResend } from './use-resend.ts';

type Outcome =
  | { status: 'verifying' }
  | { status: 'verified' | 'already_verified' }
  | { status: 'failed'; why: string | null };

/** Verifies on load; a new address of an account is confirmed here, too. */
export function VerifyEmail() {
  const client = useClient();
  const { refresh, acceptSession, state } = useAuth();
  const link = useMailedLink();
  const isComplete = link.token !== '' && link.email !== '';
  const [outcome, setOutcome] = useState<Outcome>(
    isComplete ? { status: 'verifying' } : { status: 'failed', why: texts.theLinkIsNotComplete },
  );
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current || !isComplete) return;
    hasBegun.current = true;
    client
      .call('verifyEmail', { body: link })
      .then(async ({ already_verified, session }) => {
        // The address is verified even when the session can't be used here: the page then leads to sign-in.
        await (session ? acceptSession(session.access_token) : refresh()).catch(() => undefined);
        setOutcome({ status: already_verified ? 'already_verified' : 'verified' });
      })
      .catch((error: unknown) => setOutcome({ status: 'failed', why: reasonOf(error) }));
  }, [client, link, isComplete, refresh, acceptSession]);

  if (outcome.status === 'verifying') {
    return (
      <AuthFrame title={texts.verifyingYourEmail} lead={texts.thisTakesAMoment}>
        <Spinner size={24} label={texts.verifyingYourEmail} />
      </AuthFrame>
    );
  }
  if (outcome.status !== 'failed') {
    const isSignedIn = state.status === 'signed_in';
    const isFirst = outcome.status === 'verified';
    const from = readOrigin(link.email);
    return (
      <AuthFrame
        title={isFirst ? texts.emailVerifiedSuccessfully : texts.emailAlreadyVerified}
        lead={isFirst ? texts.yourAddressIsConfirmed : texts.yourEmailAddressIsAlready}
        line={texts.realPhonesInYourBrowser}
      >
        <ButtonLink
          to={isSignedIn ? (from ?? paths.account) : paths.login}
          state={{ email: link.email, from }}
          onClick={forgetOrigin}
        >
          {isSignedIn
            ? from === null
              ? texts.continueToThePanel
              : texts.continueWhereYouWere
            : texts.continueToLogin}
        </ButtonLink>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={texts.emailNotVerified} lead={texts.theLinkMayBeOld}>
      <div className="flex flex-col gap-5">
        <Banner kind="error">
          <p>{verifySentence}</p>
          {outcome.why ? <p className="mt-1">{outcome.why}</p> : null}
        </Banner>
        {link.email === '' ? null : <ResendButton email={link.email} />}
        <p className="text-public">
          <TextLink to={paths.register}>{texts.backToRegistration}</TextLink>
        </p>
      </div>
    </AuthFrame>
  );
}

function ResendButton({ email }: { email: string }) {
  const { state, send } = useResend();
  return (
    <div className="flex flex-col gap-3">
      {state === 'sent' ? <Banner kind="success">{resentSentence}</Banner> : null}
      {state === 'sent' ? (
        <p className="text-public text-second">
          {texts.noMailComes}
          <TextLink to={paths.login}>{texts.logIn}</TextLink>
          {texts.withIt}
        </p>
      ) : null}
      {state === 'failed' ? <Banner kind="error">{resendSentence}</Banner> : null}
      <Button
        kind="primary"
        size="large"
        isBusy={state === 'sending'}
        disabled={state === 'sent'}
        onClick={() => send(email)}
      >
        {texts.resendVerificationEmail}
      </Button>
    </div>
  );
}
