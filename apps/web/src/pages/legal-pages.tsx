import { acceptableUse } from '#language/acceptable-use';
import * as texts from '#language/legal';
import { privacy } from '#language/privacy';
import { refunds } from '#language/refunds';
import { terms } from '#language/terms';
import { LegalArticle } from '../features/legal/legal-article.tsx';
import type { LegalText } from '../language/legal-text.ts';
import { usePageTitle } from './page-title.ts';
import { PublicFrame } from './public-frame.tsx';

export const TermsPage = () => <LegalPage text={terms} />;
export const PrivacyPage = () => <LegalPage text={privacy} />;
export const AcceptableUsePage = () => <LegalPage text={acceptableUse} />;
export const RefundsPage = () => <LegalPage text={refunds} />;

function LegalPage({ text }: { text: LegalText }) {
  usePageTitle(text.title);
  return (
    <PublicFrame isPlain>
      <article className="mx-auto max-w-[720px] px-5 pt-32 pb-24 sm:px-8">
        <h1 className="pf-section-title">{text.title}</h1>
        <p className="mt-4 text-lead text-second">{text.lead}</p>
        <p className="mt-3 mb-12 font-mono text-small text-third">{texts.inForceFrom(text.version)}</p>
        <LegalArticle text={text} />
      </article>
    </PublicFrame>
  );
}
