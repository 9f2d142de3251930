import type { Device } from '@pocketfleet/contract';
import { Button, Dialog } from '@pocketfleet/ui';
import * as texts from '#language/many';

type Props = {
  title: string;
  text: string;
  /** The labels of the button and of the way out. */
  confirm: string;
  keep: string;
  isDangerous?: boolean;
  devices: readonly Device[];
  onConfirm(): void;
  onClose(): void;
};

/** Asked before something that can't be taken back. All phones are named. */
export function AskDialog(props: Props) {
  const { title, text, devices, onClose } = props;
  return (
    <Dialog isOpen onOpenChange={(isOpen) => isOpen || onClose()} title={title} description={text}>
      <ul aria-label={texts.selectedPhones} className="flex max-h-48 flex-wrap gap-1.5 overflow-y-auto">
        {devices.map(({ assignment_id, tag }) => (
          <li
            key={assignment_id}
            className="rounded-control border border-hairline px-2 py-0.5 font-mono text-small"
          >
            {tag}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{props.keep}</Button>
        <Button
          kind={props.isDangerous ? 'danger' : 'primary'}
          onClick={() => {
            props.onConfirm();
            onClose();
          }}
        >
          {props.confirm}
        </Button>
      </div>
    </Dialog>
  );
}
