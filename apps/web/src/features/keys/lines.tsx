import type { ReactNode } from 'react';

/** A cell of two lines. */
export function Lines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="block min-w-0">
      <span className="block">{first}</span>
      {second ? <span className="block break-words text-second text-small">{second}</span> : null}
    </span>
  );
}
