import { Checkbox } from '@pocketfleet/ui';
import * as texts from '#language/team';
import type { TeamPhone } from './use-team.ts';

export type Phones = 'all' | readonly string[];

/** A list that scrolls cuts off a focus ring at its edge; the boxes still stand below the one above. */
const roomForFocus = { padding: 4, margin: -4 };

/** All phones of the team, or some of them by name. */
export function PhonesChoice(props: {
  phones: readonly TeamPhone[];
  chosen: Phones;
  isBusy: boolean;
  onChange(chosen: Phones): void;
}) {
  const { phones, chosen, isBusy, onChange } = props;
  const isAll = chosen === 'all';
  // Of a member who has phones that the reader lacks.
  const hiddenCount = isAll ? 0 : chosen.filter((id) => phones.every((phone) => phone.id !== id)).length;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">{texts.phonesLabel}</legend>
      <Checkbox
        label={texts.allPhones}
        checked={isAll}
        isBusy={isBusy}
        onChange={({ target }) => onChange(target.checked ? 'all' : [])}
      />
      {isAll ? null : (
        <ul
          aria-label={texts.chosenPhones}
          style={roomForFocus}
          className="flex max-h-52 flex-col gap-2 overflow-y-auto"
        >
          {phones.map(({ id, tag, label }) => (
            <li key={id}>
              <Checkbox
                label={label === null ? tag : `${tag} · ${label}`}
                checked={chosen.includes(id)}
                isBusy={isBusy}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                }
              />
            </li>
          ))}
        </ul>
      )}
      {hiddenCount > 0 ? <p className="text-second text-small">{texts.hiddenPhones(hiddenCount)}</p> : null}
    </fieldset>
  );
}
