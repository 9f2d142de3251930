import { useState } from 'react';
import * as texts from '#language/team';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { AcceptInvitation } from '../features/team/accept-invitation.tsx';
import { usePageTitle } from './page-title.ts';

/** Opened from a mail. The secret stands after #, which browsers send to no server. */
export function InvitationPage() {
  usePageTitle(texts.invitation);
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  return (
    <AuthFrame title={texts.joinTitle} lead={texts.joinLead}>
      <AcceptInvitation token={token} />
    </AuthFrame>
  );
}
