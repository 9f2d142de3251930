import type { AccessPermission } from '@pocketfleet/contract';
import { Button, Checkbox, FieldError } from '@pocketfleet/ui';
import { Lock } from 'lucide-react';
import { useId } from 'react';
import * as texts from '#language/keys';
import { morePermissions, usualPermissions } from './key-view.ts';

type Props = {
  chosen: readonly AccessPermission[];
  /** The permissions that the maker has, and so can give. */
  own: readonly AccessPermission[];
  error: string | undefined;
  /** The rights that are one step away are shown. */
  isOpen: boolean;
  onOpen(): void;
  onChange(chosen: AccessPermission[]): void;
};

/** The permissions of a key. Money, members and keys are one step away; permissions that its maker lacks can't be chosen. */
export function PermissionChoices({ chosen, own, error, isOpen, onOpen, onChange }: Props) {
  const errorId = useId();
  const boxes = (permissions: readonly AccessPermission[]) => (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      {permissions.map((each) => {
        const isOwn = own.includes(each);
        const hint = isOwn ? texts.permissionHints[each] : texts.youLackThis;
        return (
          <Checkbox
            key={each}
            label={texts.permissionNames[each]}
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
      {boxes(usualPermissions)}
      {isOpen ? (
        boxes(morePermissions)
      ) : (
        <div className="flex items-center gap-3 rounded-control border border-hairline bg-sunken px-4 py-3 text-second text-small">
          <Lock size={16} className="shrink-0" />
          <p className="flex-1">{texts.moreRightsNote}</p>
          <Button size="small" onClick={onOpen}>
            {texts.moreRights}
          </Button>
        </div>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}
