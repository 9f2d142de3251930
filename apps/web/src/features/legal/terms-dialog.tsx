import { Button, Dialog } from '@pocketfleet/ui';
import * as texts from '#language/legal';
import { terms } from '../../language/en/terms.ts';
import { LegalArticle } from './legal-article.tsx';

/** The terms that a visitor agrees to at registration; the same text as the page. */
export function TermsDialog(props: {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  onAgree(): void;
}) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      title={terms.title}
      footer={
        <Button kind="primary" size="large" className="w-full" onClick={props.onAgree}>
          {texts.iAgree}
        </Button>
      }
    >
      <LegalArticle text={terms} />
    </Dialog>
  );
}
