import { type PasswordCheck, passwordChecks, passwordStrength } from '@pocketfleet/rules';
import clsx from 'clsx';
import { Check, Circle } from 'lucide-react';
import * as texts from '#language/accounts';

const checkLabels: Record<PasswordCheck, string> = {
  length: texts.atLeast8Characters,
  uppercase: texts.oneUppercaseLetter,
  lowercase: texts.oneLowercaseLetter,
  digit: texts.oneNumber,
  special: texts.oneSpecialCharacter,
};

/**
 * The strength of a new password, and the requirements that it doesn't meet yet (spec section 5). The same at registration
 * (`hasMinimumOnly`: only the length is required there), at a reset and in the settings.
 */
export function PasswordRules(props: { password: string; hasMinimumOnly?: boolean }) {
  const { password } = props;
  const { score, label } = passwordStrength(password);
  const tone = score >= 4 ? 'bg-online-bar' : score === 3 ? 'bg-warning-bar' : 'bg-error-bar';
  const checks = Object.keys(passwordChecks) as PasswordCheck[];
  return (
    <div className="flex flex-col gap-3">
      <div>
        {/* biome-ignore lint/a11y/useSemanticElements: a meter element can't be drawn as five steps */}
        <div
          role="meter"
          aria-label={texts.passwordStrength}
          aria-valuemin={0}
          aria-valuemax={5}
          aria-valuenow={score}
          aria-valuetext={password === '' ? undefined : label}
          className="flex gap-1"
        >
          {[1, 2, 3, 4, 5].map((step) => (
            <span
              key={step}
              className={clsx(
                'h-1 flex-1 rounded-full transition-colors duration-120',
                password !== '' && step <= Math.max(1, score) ? tone : 'bg-control',
              )}
            />
          ))}
        </div>
        <p className="mt-1.5 min-h-5 text-second text-small" aria-live="polite">
          {password === '' ? null : (
            <>
              {texts.passwordStrengthLabel}
              <span className="font-medium text-main">{label}</span>
            </>
          )}
        </p>
        <p className="text-second text-small">
          {props.hasMinimumOnly ? texts.atLeast8CharactersStronger : texts.meetAtLeastFour}
        </p>
      </div>
      <ul className="grid gap-x-4 gap-y-1 text-small sm:grid-cols-2" aria-label={texts.passwordRequirements}>
        {checks.map((check) => {
          const isMet = passwordChecks[check](password);
          const Icon = isMet ? Check : Circle;
          return (
            <li key={check} className={clsx('flex items-center gap-2', isMet ? 'text-online' : 'text-third')}>
              <Icon size={14} className="shrink-0" />
              {checkLabels[check]}
              <span className="sr-only">{isMet ? texts.requirementMet : texts.requirementMissing}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Says whether the second password equals the first. Nothing until something is typed. */
export function MatchHint({ password, confirm }: { password: string; confirm: string }) {
  if (confirm === '') return null;
  const isSame = password === confirm;
  return (
    <span role="status" className={isSame ? 'text-online' : 'text-error'}>
      {isSame ? texts.passwordsMatch : texts.passwordsDoNotMatch}
    </span>
  );
}
