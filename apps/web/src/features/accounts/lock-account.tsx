import { ApiError } from '@pocketfleet/client';
import { Banner, Button, buttonClass, toast } from '@pocketfleet/ui';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import * as texts from '#language/accounts';
import { useClient } from '../../api/api-provider.tsx';
import { resetSentence } from '../../api/errors.ts';
import { paths } from '../../paths.ts';
import { useAuth } from '../../session/auth-provider.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ExpiredResetLink } from './expired-reset-link.tsx';
import { useMailedLink } from './use-mailed-link.ts';

/** Asks first: mail programs open links by themselves. Then the same link sets a new password. */
export function LockAccount() {
  const client = useClient();
  const navigate = useNavigate();
  const { refresh } = useAuth();
  const link = useMailedLink();
  const isComplete = link.token !== '' && link.email !== '';
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState(isComplete ? null : texts.lockLinkIsIncomplete);
  const [isExpired, setExpired] = useState(false);
  const lock = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await client.call('lockAccount', { body: link });
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) setExpired(true);
      else setFailure(resetSentence(error));
      setBusy(false);
      return;
    }
    toast.success(texts.accountIsLocked);
    // Every session has ended, including one that may be open here.
    void refresh();
    void navigate(paths.resetPassword, { replace: true, state: link });
  };
  return (
    <AuthFrame title={texts.lockYourAccount} lead={texts.lockLead}>
      <div className="flex flex-col gap-5">
        {isExpired ? <ExpiredResetLink email={link.email} /> : null}
        {failure ? <Banner kind="error">{failure}</Banner> : null}
        {isComplete && !isExpired ? (
          <Button kind="danger" size="large" isBusy={isBusy} onClick={lock} className="w-full">
            {isBusy ? texts.locking : texts.lockMyAccount}
          </Button>
        ) : null}
        <Link to={paths.login} className={`${buttonClass('secondary', 'large')} w-full`}>
          {texts.itWasMe}
        </Link>
      </div>
    </AuthFrame>
  );
}
