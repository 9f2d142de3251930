import type { RecordedWho } from '@pocketfleet/contract';
import clsx from 'clsx';
import { Bot, User } from 'lucide-react';

/** The hue of programs' marks, in both themes. Their name always stands beside it. */
export const agentFill = { background: '#6b4fc8', color: '#fff' };

/** A program's sign, or a person's first letters. Their name stands beside it. */
export function ActorIcon({ who }: { who: RecordedWho | undefined }) {
  const isProgram = who?.kind === 'key' || who?.kind === 'program';
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-full font-semibold text-caption',
        !isProgram && 'bg-main text-page',
      )}
      style={isProgram ? agentFill : undefined}
    >
      {isProgram ? (
        <Bot size={13} strokeWidth={2} />
      ) : who ? (
        lettersOf(who.name)
      ) : (
        <User size={13} strokeWidth={2} />
      )}
    </span>
  );
}

/** MR for marta.ruiz, MA for marta. */
function lettersOf(name: string): string {
  const [first = '', second] = name.split(/[\s._-]+/u).filter((part) => part !== '');
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join('').toUpperCase();
}
