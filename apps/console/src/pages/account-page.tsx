import type { ReactNode } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { OwnAddress } from '../features/accounts/own-address.tsx';
import { OwnAuthenticator } from '../features/accounts/own-authenticator.tsx';
import { OwnPassword } from '../features/accounts/own-password.tsx';
import { OwnRecoveryCodes } from '../features/accounts/own-recovery-codes.tsx';
import { Page } from '../parts/list-page.tsx';
import { WaitingPage } from '../parts/thing-page.tsx';
import { nameInWords } from '../parts/words.ts';

/** The signed-in operator's own account. */
export function AccountPage() {
  const answer = useAnswer('getOwnAccount', {}, 60_000);
  const account = answer.data;
  if (!account) return <WaitingPage title="Your account" what="Your account" answer={answer} />;
  return (
    <Page title="Your account" count={`${account.username}, role ${nameInWords(account.role)}`}>
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

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-card border border-hairline bg-surface p-5">
      <h2 className="mb-4 font-semibold text-card">{title}</h2>
      {children}
    </section>
  );
}
