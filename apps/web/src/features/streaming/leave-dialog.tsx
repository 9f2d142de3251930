// Shown when the customer leaves a page with running transfers. A default export, because it is loaded when needed.
import { Button, Dialog } from '@pocketfleet/ui';

export default function LeaveDialog({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onStay();
      }}
      title="Leave while files are being transferred?"
      description="Transfers end when you leave this page. Nothing incomplete stays on the phone or on this computer."
    >
      <div className="flex justify-end gap-2">
        <Button onClick={onStay}>Stay here</Button>
        <Button kind="danger" onClick={onLeave}>
          Leave and cancel
        </Button>
      </div>
    </Dialog>
  );
}
