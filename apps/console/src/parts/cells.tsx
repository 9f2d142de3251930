import { usd } from '@pocketfleet/rules';

/** Nothing to show. */
export function None() {
  return <span className="text-third">–</span>;
}

/** One line that ends in an ellipsis; the whole text as its title. */
export function Cut({ text, isMono, isQuiet }: { text: string; isMono?: boolean; isQuiet?: boolean }) {
  if (text === '') return <None />;
  return (
    <span
      title={text}
      className={`block truncate ${isMono ? 'font-mono text-small' : ''} ${isQuiet ? 'text-second' : ''}`}
    >
      {text}
    </span>
  );
}

export function Money({ cents }: { cents: number }) {
  return <span className="font-mono text-small tabular-nums">{usd(cents)}</span>;
}
