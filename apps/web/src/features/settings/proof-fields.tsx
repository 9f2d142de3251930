import { PasswordField, Segmented, TextField } from '@pocketfleet/ui';
import * as texts from '#language/second-factor';

export type Way = 'password' | 'passkey' | 'code';
type Typed = { password: string; code: string };

/** The choice of how to confirm, and the field for it. Without a choice only the password's field. */
export function ProofFields(props: {
  ways: readonly Way[];
  way: Way;
  onWay(way: Way): void;
  typed: Typed;
  onTyped(typed: Typed): void;
  isBusy: boolean;
  isMissing: boolean;
  /** The server's refusal of the field. */
  refused: string | undefined;
}) {
  const { way, typed } = props;
  return (
    <>
      {props.ways.length > 1 ? (
        <div className="flex flex-col gap-2">
          <p className="font-medium" aria-hidden>
            {texts.confirmWith}
          </p>
          <Segmented
            label={texts.confirmWith}
            value={way}
            options={props.ways.map((value) => ({ value, label: texts.ways[value] }))}
            onChange={props.onWay}
          />
        </div>
      ) : null}
      {way === 'password' ? (
        <PasswordField
          label={texts.currentPassword}
          autoComplete="current-password"
          value={typed.password}
          isBusy={props.isBusy}
          error={props.isMissing ? texts.passwordMissing : props.refused}
          onChange={({ target }) => props.onTyped({ ...typed, password: target.value })}
        />
      ) : null}
      {way === 'code' ? (
        <TextField
          label={texts.authenticatorCode}
          hint={texts.anyCodeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          value={typed.code}
          isBusy={props.isBusy}
          error={props.isMissing ? texts.enterCode : props.refused}
          onChange={({ target }) => props.onTyped({ ...typed, code: target.value })}
        />
      ) : null}
      {way === 'passkey' ? <p className="text-second">{texts.passkeyConfirmLead}</p> : null}
    </>
  );
}
