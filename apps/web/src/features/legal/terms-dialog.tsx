import { Button, Dialog } from '@pocketfleet/ui';
import { Terms } from './terms-text.tsx';

export function TermsDialog(props: {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  onAgree(): void;
}) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      title="Terms and Conditions"
      footer={
        <Button kind="primary" size="large" className="w-full" onClick={props.onAgree}>
          I Agree
        </Button>
      }
    >
      <Terms />
    </Dialog>
  );
}
