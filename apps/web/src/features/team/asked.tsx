import { Button } from '@pocketfleet/ui';
import { type ReactNode, useState } from 'react';
import * as texts from '#language/team';

/** An action that can't be undone asks once more. */
export function Asked(props: {
  label: string;
  confirm: string;
  /** Of the same button while it asks; it takes the question back. */
  stay?: string;
  lead: ReactNode;
  isDisabled?: boolean;
  isBusy: boolean;
  onConfirm(): void;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        {/* One button, so that it keeps the focus. A second click cancels. */}
        <Button disabled={props.isDisabled} onClick={() => setAsking(!isAsking)}>
          {isAsking ? (props.stay ?? texts.stay) : props.label}
        </Button>
        {isAsking ? (
          <Button kind="danger" isBusy={props.isBusy} onClick={props.onConfirm}>
            {props.confirm}
          </Button>
        ) : null}
      </div>
      <p className="mt-2 text-second text-small">{props.lead}</p>
    </div>
  );
}
