// A link to several phones. A default export: loaded when first opened.
import type { Device } from '@pocketfleet/contract';
import { Dialog } from '@pocketfleet/ui';
import * as texts from '#language/sharing';
import { LinkForm } from './link-form.tsx';

/** Phones whose rental hasn't begun can be shared already: guests see them from then on. */
export default function ShareManyDialog(props: { devices: readonly Device[]; onClose(): void }) {
  const { devices, onClose } = props;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={texts.shareMany(devices.length)}
      description={texts.shareManyLead(devices.map(({ tag }) => tag))}
    >
      <LinkForm devices={devices} />
    </Dialog>
  );
}
