// Shown when the customer leaves a page with running transfers. A default export, because it is loaded when needed.
import { Button, Dialog } from '@pocketfleet/ui';
import * as texts from '#language/session';

export default function LeaveDialog({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onStay();
      }}
      title={texts.leaveWhileFilesAreBeingTransferred}
      description={texts.transfersEndWhenYouLeave}
    >
      <div className="flex justify-end gap-2">
        <Button onClick={onStay}>{texts.stayHere}</Button>
        <Button kind="danger" onClick={onLeave}>
          {texts.leaveAndCancel}
        </Button>
      </div>
    </Dialog>
  );
}
