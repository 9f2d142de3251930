import type { AccessPermission, ProgramPermission } from '@pocketfleet/contract';
import { Button, Checkbox, FieldError } from '@pocketfleet/ui';
import { useId } from 'react';
import * as texts from '#language/connect';
import { permissionHints, permissionNames } from '#language/keys';

type Props = {
  /** What the program asks for by name; may be nothing. */
  asked: readonly ProgramPermission[];
  offered: readonly ProgramPermission[];
  /** What the person has in the chosen workspace. */
  own: readonly AccessPermission[];
  chosen: readonly ProgramPermission[];
  error: string | undefined;
  onChange(chosen: ProgramPermission[]): void;
};

/** What a program may do. Only what it asks for is offered, if it says so; what the person lacks can't be chosen. */
export function ConsentPermissions({ asked, offered, own, chosen, error, onChange }: Props) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="flex flex-col gap-3">
      <legend className="mb-3 font-medium">{texts.itMay}</legend>
      {asked.length === 0 ? <p className="text-second text-small">{texts.asksForNothing}</p> : null}
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {offered.map((each) => {
          const isOwn = own.includes(each);
          const hint = isOwn ? permissionHints[each] : texts.youLackThis;
          return (
            <Checkbox
              key={each}
              label={permissionNames[each]}
              checked={chosen.includes(each)}
              disabled={!isOwn}
              {...(hint && { hint })}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, each] : chosen.filter((other) => other !== each))
              }
            />
          );
        })}
      </div>
      {asked.length > 1 ? (
        <div>
          <Button size="small" onClick={() => onChange(asked.filter((each) => own.includes(each)))}>
            {texts.chooseAll}
          </Button>
        </div>
      ) : null}
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}
