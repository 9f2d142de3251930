import { Card } from '@pocketfleet/ui';
import { humanize } from '@pocketfleet/ui/format';
import { useApiQuery } from '../api/use-api-query.ts';
import { OwnAddress } from '../features/accounts/own-address.tsx';
import { OwnAuthenticator } from '../features/accounts/own-authenticator.tsx';
import { OwnPassword } from '../features/accounts/own-password.tsx';
import { OwnRecoveryCodes } from '../features/accounts/own-recovery-codes.tsx';
import { WaitingPage } from '../parts/detail-page.tsx';
import { Page } from '../parts/list-page.tsx';

/** The signed-in operator's own account. */
export function AccountPage() {
  const query = useApiQuery('getOwnAccount', {}, 60_000);
  const account = query.data;
  if (!account) return <WaitingPage title="Your account" subject="Your account" query={query} />;
  return (
    <Page title="Your account" count={`${account.username}, role ${humanize(account.role)}`}>
      <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
        <Card title="Password">
          <OwnPassword />
        </Card>
        <Card title="Alarms by mail">
          <OwnAddress email={account.email} />
        </Card>
        <Card title="Authenticator">
          <OwnAuthenticator hasOne={account.has_authenticator} />
        </Card>
        {account.has_authenticator ? (
          <Card title="Recovery codes">
            <OwnRecoveryCodes left={account.recovery_codes_left} />
          </Card>
        ) : null}
      </div>
    </Page>
  );
}
