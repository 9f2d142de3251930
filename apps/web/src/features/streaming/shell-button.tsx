import type { ReactNode } from 'react';

/** A small button with an icon in the shell's bar. */
export function ShellButton({ label, icon, onClick }: { label: string; icon: ReactNode; onClick(): void }) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onClick={onClick}
      className="inline-flex size-7 items-center justify-center rounded-small text-second hover:bg-hover hover:text-main"
    >
      {icon}
    </button>
  );
}
