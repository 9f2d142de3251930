import { Banner, Button, buttonClass } from '@pocketfleet/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/team';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { paths } from '../../paths.ts';
import { useAuth } from '../../session/auth-provider.tsx';

/** Joins with one click, so that no program that opens links in mails uses the invitation up. */
export function AcceptInvitation({ token }: { token: string }) {
  const { state, logout } = useAuth();
  const client = useClient();
  const [error, setError] = useState<string | null>(token === '' ? texts.incompleteLink : null);
  const [isBusy, setBusy] = useState(false);
  const join = async () => {
    setBusy(true);
    setError(null);
    try {
      const { id } = await client.call('acceptInvitation', { body: { token } });
      // The team's panel is another document.
      window.location.assign(paths.devicesOf(id));
    } catch (refusal) {
      setBusy(false);
      setError(reasonOf(refusal) ?? texts.couldNotBeLoaded);
    }
  };
  if (state.status !== 'signed_in') {
    const back = { from: `${paths.invitation}#token=${token}` };
    return (
      <div className="flex flex-col gap-4">
        <p>{texts.signInFirst}</p>
        <Link to={paths.login} state={back} className={buttonClass('primary', 'large')}>
          {texts.signIn}
        </Link>
        <Link to={paths.register} state={back} className={buttonClass('secondary', 'large')}>
          {texts.createAccount}
        </Link>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {error === null ? null : <Banner kind="error">{error}</Banner>}
      <p className="text-second">{texts.signedInAs(state.user.email)}</p>
      {token === '' ? null : (
        <Button kind="primary" size="large" isBusy={isBusy} onClick={join}>
          {texts.joinTheTeam}
        </Button>
      )}
      {error === null ? null : (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => logout()}>{texts.useAnotherAccount}</Button>
          <a href={paths.devicesOf(null)} className={buttonClass()}>
            {texts.toDevices}
          </a>
        </div>
      )}
    </div>
  );
}
