/**
 * The first letter of a team's name. The name itself always stands beside it, or names the control. The letter is no text of
 * the page, because otherwise a control's words would not be those of its name.
 */
export function TeamMark({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      data-letter={name.slice(0, 1).toUpperCase()}
      className="before:content-[attr(data-letter)] inline-flex size-6 shrink-0 items-center justify-center rounded-small bg-[#2a2d33] font-semibold text-[0.6875rem] text-paper"
    />
  );
}
