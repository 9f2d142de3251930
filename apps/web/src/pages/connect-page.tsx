import type { Asked } from '@pocketfleet/contract';
import { Banner, buttonClass } from '@pocketfleet/ui';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import * as texts from '#language/connect';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { CodeForm, ConnectProgram } from '../features/keys/connect-program.tsx';
import { paths } from '../paths.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { usePageTitle } from './page-title.ts';

type Done = { kind: 'approved' | 'denied'; program: string };

/** A program asks to be connected: by the request of this browser, or by a code that a device shows. */
export function ConnectPage() {
  usePageTitle(texts.connect);
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const { state } = useAuth();
  const request_id = query.get('request');
  const [asked, setAsked] = useState<Asked | null>(request_id === null ? null : { request_id });
  const [done, setDone] = useState<Done | null>(null);
  const problem = query.get('problem');
  if (problem !== null) {
    return (
      <AuthFrame title={texts.notConnectedTitle} lead={texts.startAgain}>
        <Banner kind="error">{texts.problems[problem] ?? texts.problem}</Banner>
      </AuthFrame>
    );
  }
  if (done !== null) return finished(done);
  if (state.status !== 'signed_in') {
    return (
      <AuthFrame title={texts.connect} lead={texts.signInFirst}>
        <Link
          to={paths.login}
          state={{ from: pathname + search }}
          className={`${buttonClass('primary', 'large')} w-full`}
        >
          {texts.signIn}
        </Link>
      </AuthFrame>
    );
  }
  const isCode = asked === null;
  return (
    <AuthFrame
      isWide={!isCode}
      title={texts.connect}
      lead={isCode ? texts.codeLead : `${texts.consentLead} ${texts.signedInAs(state.user.email)}`}
    >
      {isCode ? (
        <CodeForm initial={query.get('user_code') ?? ''} onCode={(user_code) => setAsked({ user_code })} />
      ) : (
        <ConnectProgram
          asked={asked}
          onBack={() => setAsked(null)}
          onAnswer={({ kind, redirect_to }, program) => {
            if (redirect_to === null) setDone({ kind, program });
            else window.location.assign(redirect_to);
          }}
        />
      )}
    </AuthFrame>
  );
}

/** No component of its own: the frame stays, and takes the focus of the button that is gone. */
function finished({ kind, program }: Done) {
  const isApproved = kind === 'approved';
  return (
    <AuthFrame
      title={isApproved ? texts.connectedTitle(program) : texts.deniedTitle}
      lead={isApproved ? texts.connectedLead : texts.deniedLead}
    >
      <a href={paths.connected} className={buttonClass()}>
        {texts.viewConnected}
      </a>
    </AuthFrame>
  );
}
