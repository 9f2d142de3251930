import { Card, Logo } from '@pocketfleet/ui';
import type { ReactNode } from 'react';
import { useBrowserTitle } from '../../parts/use-browser-title.ts';

/** The card in which an operator signs in. */
export function SignInFrame(props: { title: string; text?: string; children: ReactNode }) {
  useBrowserTitle(props.title);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-8 p-4">
      <Logo />
      <Card padding="large" className="w-full max-w-[400px]">
        <h1 className="font-semibold text-title">{props.title}</h1>
        {props.text ? <p className="mt-2 text-second">{props.text}</p> : null}
        <div className="mt-6">{props.children}</div>
      </Card>
      <p className="text-small text-third">Staff only. Everything you do is logged.</p>
    </main>
  );
}
