import { buttonClass, EmptyState } from '@pocketfleet/ui';
import { LogIn } from 'lucide-react';
import { Link } from 'react-router';
import * as texts from '#language/devices';
import { paths } from '../../paths.ts';
import { useAccountStore } from '../../session/account-store-context.ts';

/** Loaded when the server refuses the session. */
export default function SessionEnded() {
  const store = useAccountStore();
  return (
    <EmptyState
      isAlert
      icon={<LogIn />}
      title={texts.yourSessionHasEnded}
      action={
        // A token that is refused here may still count as signed in, and /login would lead such a customer straight back.
        <Link
          to={paths.login}
          reloadDocument
          onClick={() => store.clear()}
          className={buttonClass('primary')}
        >
          {texts.signIn}
        </Link>
      }
    >
      {texts.signInAgainToSee}
    </EmptyState>
  );
}
