import { Banner, Button } from '@pocketfleet/ui';
import * as texts from '#language/accounts';
import { resendSentence } from '../../api/errors.ts';
import { resentSentence, useResend } from './use-resend.ts';

/** The one notice for an account whose address is not verified. `isRefused`: after an attempt to sign in, not after registering. */
export function UnverifiedNotice({ email, isRefused }: { email: string; isRefused: boolean }) {
  const { state, send } = useResend();
  return (
    <Banner
      kind={isRefused ? 'error' : 'info'}
      action={
        <div className="mt-1 flex flex-col items-start gap-2 text-main">
          <Button isBusy={state === 'sending'} onClick={() => send(email)}>
            {texts.resendVerificationEmail}
          </Button>
          <p role="status">
            {state === 'sent' ? resentSentence : null}
            {state === 'failed' ? resendSentence : null}
          </p>
        </div>
      }
    >
      <p>{texts.pleaseVerifyYourEmail}</p>
      <p className="mt-1 break-words">{texts.weSentALinkTo(email)}</p>
    </Banner>
  );
}
