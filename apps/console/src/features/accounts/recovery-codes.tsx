import { Copyable } from '../../parts/copyable.tsx';

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <ul
        aria-label="Recovery codes"
        className="grid w-full grid-cols-2 gap-2 rounded-control bg-sunken p-4 font-mono text-small"
      >
        {codes.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <Copyable value={codes.join('\n')} label="recovery codes" />
    </div>
  );
}
