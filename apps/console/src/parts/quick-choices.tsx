type Choice = { label: string; text: string };

/** Small buttons below a field, each of which fills it. */
export function QuickChoices(props: {
  label: string;
  choices: readonly Choice[];
  onChoose(text: string): void;
}) {
  if (props.choices.length === 0) return null;
  return (
    <fieldset className="-mt-2 flex min-w-0 flex-wrap gap-1.5">
      <legend className="sr-only">{props.label}</legend>
      {props.choices.map(({ label, text }) => (
        <button
          key={label}
          type="button"
          title={label}
          onClick={() => props.onChoose(text)}
          className="min-h-6 max-w-full truncate rounded-full border border-control px-2.5 text-second text-small hover:bg-hover hover:text-main"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
