import { Minus, Plus } from 'lucide-react';
import { Slider as RadixSlider } from 'radix-ui';
import { Button } from './button.tsx';

type SliderProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange(value: number): void;
  /** The value in words: "60%". */
  format(value: number): string;
};

/** A slider with a button at each end, so that nothing has to be dragged. */
export function Slider({ label, value, min, max, step, onChange, format }: SliderProps) {
  const set = (next: number) => onChange(Math.min(max, Math.max(min, next)));
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <span className="text-second text-small">{label}</span>
      <Button
        size="small"
        className="w-7 px-0"
        aria-label={`${label}: smaller`}
        disabled={value <= min}
        onClick={() => set(value - step)}
        icon={<Minus />}
      />
      <RadixSlider.Root
        value={[value]}
        min={min}
        max={max}
        step={step}
        onValueChange={([next]) => next !== undefined && set(next)}
        className="relative flex h-7 w-24 touch-none select-none items-center sm:w-36"
      >
        <RadixSlider.Track className="relative h-1 flex-1 rounded-full bg-control">
          <RadixSlider.Range className="absolute h-full rounded-full bg-main" />
        </RadixSlider.Track>
        <RadixSlider.Thumb
          aria-label={label}
          aria-valuetext={format(value)}
          className="block size-5 rounded-full border border-field bg-paper"
        />
      </RadixSlider.Root>
      <Button
        size="small"
        className="w-7 px-0"
        aria-label={`${label}: larger`}
        disabled={value >= max}
        onClick={() => set(value + step)}
        icon={<Plus />}
      />
      <output className="w-11 font-mono text-small tabular-nums">{format(value)}</output>
    </div>
  );
}
