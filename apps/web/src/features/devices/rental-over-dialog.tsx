// Shown to a customer who opens the tile of a phone that is no longer theirs. A default export, because it is loaded when
// it is opened.
import type { Device } from '@pocketfleet/contract';
import { Button, buttonClass, Dialog } from '@pocketfleet/ui';
import { formatShortMoment } from '@pocketfleet/ui/format';
import { Link } from 'react-router';
import * as texts from '#language/mosaic';
import { useServerNow } from '../../live/live-events-provider.tsx';
import { paths } from '../../paths.ts';
import { expiryOf } from './device-view.ts';

type Props = { device: Device; onRemove(): void; onClose(): void };

export default function RentalOverDialog({ device, onRemove, onClose }: Props) {
  const now = useServerNow(60_000);
  const expiresAt = expiryOf(device);
  // A rental that was handed back or refunded is over before its end.
  const hasExpired = expiresAt !== null && expiresAt <= now;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={texts.rentalOfIsOver(device.tag)}
      description={hasExpired ? texts.rentalEndedAt(formatShortMoment(expiresAt)) : texts.rentalEndedEarly}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Link to={paths.history} className={buttonClass()}>
          {texts.openHistory}
        </Link>
        <Button
          kind="primary"
          onClick={() => {
            onRemove();
            onClose();
          }}
        >
          {texts.removeTheTile}
        </Button>
      </div>
    </Dialog>
  );
}
