import { phonesPerOrder } from '@pocketfleet/rules';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/renting';
import { clampCount } from './selection.ts';

type Props = {
  label: string;
  value: number;
  onChange(count: number): void;
  /** 1 unless it is said. */
  least?: number;
  /** The names of the two buttons. */
  stepLabels?: { less: string; more: string };
};

/** A number from 1 (or `least`) to 50. While what is typed is no such number, the text stays and the least counts. */
export function PhoneCount(props: Props) {
  const { least = phonesPerOrder.min } = props;
  const stepLabels = props.stepLabels ?? { less: texts.onePhoneLess, more: texts.onePhoneMore };
  const clamp = (text: string) => (Number.parseInt(text, 10) <= least ? least : clampCount(text));
  const [draft, setDraft] = useState<string | null>(null);
  const [isTooMany, setTooMany] = useState(false);
  const step = (by: number) => {
    setDraft(null);
    setTooMany(false);
    props.onChange(clamp(String(props.value + by)));
  };
  return (
    <>
      <div className="pf-input inline-flex h-10 items-center overflow-clip">
        <StepButton label={stepLabels.less} isDisabled={props.value <= least} onClick={() => step(-1)}>
          <Minus size={16} />
        </StepButton>
        <input
          type="number"
          inputMode="numeric"
          min={least}
          max={phonesPerOrder.max}
          step={1}
          aria-label={props.label}
          value={draft ?? props.value}
          onChange={(event) => {
            const { value } = event.target;
            // An emptied field counts as the least, but must not turn into a number under the customer's fingers.
            setTooMany(Number(value) > phonesPerOrder.max);
            setDraft(value !== '' && Number(value) >= least ? null : value.slice(0, 4));
            props.onChange(value === '' ? least : clamp(value));
          }}
          onBlur={() => setDraft(null)}
          className="h-full w-20 border-field border-x bg-transparent text-center font-mono tabular-nums outline-none [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none"
        />
        <StepButton
          label={stepLabels.more}
          isDisabled={props.value >= phonesPerOrder.max}
          onClick={() => step(1)}
        >
          <Plus size={16} />
        </StepButton>
      </div>
      {isTooMany ? (
        <p role="status" className="mt-2 text-small text-warning">
          {texts.atMostPerOrder(phonesPerOrder.max)}
        </p>
      ) : null}
    </>
  );
}

function StepButton(props: {
  label: string;
  isDisabled: boolean;
  onClick(): void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      disabled={props.isDisabled}
      onClick={props.onClick}
      className="inline-flex h-full w-11 items-center justify-center -outline-offset-2 hover:bg-hover disabled:cursor-not-allowed disabled:text-third"
    >
      {props.children}
    </button>
  );
}
