import { type AccessPermission, type ProgramPermission, programPermissions } from '@pocketfleet/contract';
import { Button, Checkbox, FieldError } from '@pocketfleet/ui';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import * as texts from '#language/connect';
import { permissionHints, permissionNames } from '#language/keys';

type Props = {
  /** The permissions that the program requests by name; may be empty. */
  asked: readonly ProgramPermission[];
  /** The person's permissions in the chosen workspace. */
  own: readonly AccessPermission[];
  chosen: readonly ProgramPermission[];
  error: string | undefined;
  onChange(chosen: ProgramPermission[]): void;
};

/** The permissions of a program: requested ones first, the rest to be opened. Those that the person lacks can't be chosen. */
export function ConsentPermissions({ asked, own, chosen, error, onChange }: Props) {
  const errorId = useId();
  const [isMoreOpen, setMoreOpen] = useState(false);
  const rest = programPermissions.filter((each) => !asked.includes(each));
  const choices = (offered: readonly ProgramPermission[]) => (
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
  );
  return (
    <fieldset
      data-invalid={Boolean(error)}
      aria-describedby={error ? errorId : undefined}
      className="flex flex-col gap-3"
    >
      <legend className="mb-3 font-medium">{texts.itMay}</legend>
      {asked.length === 0 ? <p className="text-second text-small">{texts.asksForNothing}</p> : null}
      {choices(asked.length === 0 ? rest : asked)}
      {asked.length > 1 ? (
        <div>
          <Button size="small" onClick={() => onChange(asked.filter((each) => own.includes(each)))}>
            {texts.chooseAll}
          </Button>
        </div>
      ) : null}
      {asked.length > 0 && rest.length > 0 ? (
        <details
          onToggle={({ currentTarget }) => setMoreOpen(currentTarget.open)}
          className="rounded-control border border-hairline px-4 py-3"
        >
          <summary className="flex min-h-6 list-none items-center justify-between gap-4 text-small [&::-webkit-details-marker]:hidden">
            {texts.more}
            <ChevronDown
              size={16}
              style={isMoreOpen ? { rotate: '180deg' } : undefined}
              className="shrink-0 text-third"
            />
          </summary>
          <p className="mt-2 mb-3 text-second text-small">{texts.moreHint}</p>
          {choices(rest)}
        </details>
      ) : null}
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}
