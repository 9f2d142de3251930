// Shown when the customer leaves a page with running work. A default export, because it is loaded when needed.
import { Button, Dialog } from '@pocketfleet/ui';
import * as texts from '#language/session';

type Props = { title: string; description: string; onStay(): void; onLeave(): void };

export default function LeaveDialog({ title, description, onStay, onLeave }: Props) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onStay();
      }}
      title={title}
      description={description}
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
