import type { Consent } from '@pocketfleet/contract';
import { Checkbox } from '@pocketfleet/ui';
import { formatDay } from '@pocketfleet/ui/format';
import * as texts from '#language/connect';
import { machineName } from '../../browser-name.ts';

type Earlier = NonNullable<Consent['earlier']>;

/** Connections that this person has given the same program before: those that are chosen end with the new one. */
export function EarlierConnections({
  earlier,
  chosen,
  onChange,
}: {
  earlier: Earlier;
  chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}) {
  if (earlier.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">{texts.earlier}</legend>
      <p className="text-second text-small">{texts.earlierHint}</p>
      {earlier.map(({ id, machine, created_at, last_used_at }) => (
        <Checkbox
          key={id}
          label={texts.endEarlier(machineName(machine), madeText(created_at, last_used_at))}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  );
}

function madeText(madeAt: string, usedAt: string | null): string {
  const day = (instant: string) => formatDay(Date.parse(instant));
  return texts.madeAndUsed(day(madeAt), usedAt === null ? null : day(usedAt));
}

/** Those of the computer that asks now: a program that asks anew has most likely lost what it had. */
export function sameComputer({ earlier = [], machine }: Consent): readonly string[] {
  return earlier.filter((each) => each.machine === machine).map(({ id }) => id);
}
