import { usd } from '@pocketfleet/rules';

/** A dash, for a cell without a value. */
export function NoValue() {
  return <span className="text-third">–</span>;
}

/** One line that ends in an ellipsis where it is too long; the tooltip has the whole text. */
export function Truncate({ text, isMono, isQuiet }: { text: string; isMono?: boolean; isQuiet?: boolean }) {
  if (text === '') return <NoValue />;
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
