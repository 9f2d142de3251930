/** The first letter of a team's name. The name itself always stands beside it, or names the control. */
export function TeamMark({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-small bg-[#2a2d33] font-semibold text-[11px] text-paper"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
