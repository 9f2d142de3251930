import { Check, ChevronDown } from 'lucide-react';
import { Select } from 'radix-ui';
import { useId } from 'react';
import { FieldFrame } from './field.tsx';

export type Choice = {
  value: string;
  label: string;
  /** At the right of its line, such as a price. */
  aside?: string;
};

const place = {
  width: 'var(--radix-select-trigger-width)',
  maxHeight: 'min(60vh, var(--radix-select-content-available-height))',
};

/** One of a few values, each with something to say beside it, chosen in a list of our own. */
export function ChoiceField(props: {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange(value: string): void;
}) {
  const id = useId();
  return (
    <FieldFrame id={id} label={props.label}>
      <Select.Root value={props.value} onValueChange={props.onChange}>
        <Select.Trigger
          id={id}
          className="pf-input flex h-10 w-full cursor-pointer items-center justify-between gap-3 px-3 text-left"
        >
          <Select.Value />
          <Select.Icon>
            <ChevronDown size={16} className="text-third" />
          </Select.Icon>
        </Select.Trigger>
        <Select.Portal>
          <Select.Content
            position="popper"
            sideOffset={6}
            style={place}
            className="pf-pop z-60 overflow-hidden rounded-card bg-surface shadow-popover"
          >
            <Select.Viewport className="p-1.5">
              {props.choices.map(({ value, label, aside }) => (
                <Select.Item
                  key={value}
                  value={value}
                  className="flex h-9 cursor-pointer select-none items-center gap-2.5 rounded-small px-2.5 outline-none data-[highlighted]:bg-hover"
                >
                  <span className="w-4">
                    <Select.ItemIndicator>
                      <Check size={16} />
                    </Select.ItemIndicator>
                  </span>
                  <Select.ItemText>{label}</Select.ItemText>
                  {aside ? <span className="ml-auto font-mono text-second text-small">{aside}</span> : null}
                </Select.Item>
              ))}
            </Select.Viewport>
          </Select.Content>
        </Select.Portal>
      </Select.Root>
    </FieldFrame>
  );
}
