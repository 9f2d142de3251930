import { longestLabel } from '@pocketfleet/contract';
import { Button, Dialog, TextField } from '@pocketfleet/ui';
import { type FormEvent, useState } from 'react';
import * as texts from '#language/many';

/** One label for all. `initial` is the one that all of them have. */
export function LabelManyDialog(props: {
  count: number;
  initial: string;
  onSave(label: string): void;
  onClose(): void;
}) {
  const [label, setLabel] = useState(props.initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSave(label);
    props.onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || props.onClose()}
      title={texts.labelTitle(props.count)}
      description={texts.labelText}
    >
      <form onSubmit={submit} className="space-y-5">
        <TextField
          label={texts.label}
          value={label}
          maxLength={longestLabel}
          autoComplete="off"
          onChange={(event) => setLabel(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={props.onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary">
            {texts.saveLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
