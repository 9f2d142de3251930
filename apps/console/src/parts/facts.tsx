import type { ReactNode } from 'react';

/** Names and what they are, in two columns. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(88px,max-content)_1fr] gap-x-6 gap-y-2 rounded-card border border-hairline bg-surface p-4">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-second text-small">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
