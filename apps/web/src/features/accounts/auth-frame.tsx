import { brand } from '@pocketfleet/rules';
import { Logo } from '@pocketfleet/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/accounts';
import { paths } from '../../paths.ts';
import { PhoneWall } from './phone-wall.tsx';

/**
 * The two halves of every account page: the form, and from 1024 px on a wall of phones. When a page shows its next screen under
 * another title or lead (the result after the form), it announces the title and moves the focus that was in the form.
 */
export function AuthFrame(props: {
  title: string;
  lead: string;
  /** For a form of two columns. */
  isWide?: boolean;
  /** Over the wall of phones. */
  line?: string;
  children: ReactNode;
}) {
  const main = useRef<HTMLElement>(null);
  const step = `${props.title}\n${props.lead}`;
  const lastStep = useRef(step);
  useEffect(() => {
    if (lastStep.current === step) return;
    lastStep.current = step;
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[4fr_5fr]">
      <div className="flex min-w-0 flex-col px-5 sm:px-12">
        <header className="flex items-center justify-between pt-7 lg:pt-8">
          <Link to={paths.home} aria-label={texts.brandHome()} className="rounded-small">
            <Logo />
          </Link>
          <Link to={paths.home} className="rounded-small text-second hover:text-main lg:hidden">
            {texts.backToHome}
          </Link>
        </header>
        <main
          ref={main}
          id="content"
          tabIndex={-1}
          className="flex flex-1 flex-col py-14 outline-none sm:justify-center sm:pb-24"
        >
          <div className={`mx-auto w-full ${props.isWide ? 'max-w-[35rem]' : 'max-w-[24rem]'}`}>
            <div aria-live="polite" className="mb-8">
              <h1 className="font-semibold text-section">{props.title}</h1>
              <p className="mt-2 text-card text-second">{props.lead}</p>
            </div>
            {props.children}
          </div>
        </main>
        <footer className="flex justify-between pb-8 text-small text-third">
          <span>© 2026 {brand.name}</span>
          <span className="flex gap-5">
            <Link to={paths.terms} className="rounded-small hover:text-main">
              {texts.terms}
            </Link>
            <a href={`mailto:${brand.salesEmail}`} className="rounded-small hover:text-main">
              {texts.contact}
            </a>
          </span>
        </footer>
      </div>
      <PhoneWall line={props.line ?? texts.yourPhonesAreWhere} />
    </div>
  );
}
