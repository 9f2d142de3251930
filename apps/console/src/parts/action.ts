// An operator's action on one thing, as data: its title, its fields besides the reason, and its call. The dialog is in
// `action-dialog.tsx`.
import type { TeamClient } from '@pocketfleet/client-team';
import type { ReactNode } from 'react';

type Field = {
  name: string;
  label: string;
  hint?: string;
  initial?: string;
  /** True when the field matters for what is typed in the others; without it always. */
  isShown?(values: ActionValues): boolean;
};

export type ActionField = Field &
  (
    | { kind: 'text' | 'note' }
    /** A password: not shown, and sent exactly as typed. */
    | { kind: 'secret' }
    /** Typed in dollars, read in cents. */
    | { kind: 'money' }
    /** A date and time in the operator's zone. */
    | { kind: 'moment'; isOptional?: boolean; presets?: readonly MomentPreset[] }
    /** The username of a customer, found by name, username or email. */
    | { kind: 'customer' }
    | { kind: 'number' }
    | { kind: 'choice'; options: readonly { value: string; label: string }[] }
    | { kind: 'check' }
  );

/** A button that fills a date-and-time field: "In 7 days". */
type MomentPreset = { label: string; text: string };

/** The typed values, by the names of their fields. */
export type ActionValues = {
  reason: string;
  text(name: string): string;
  /** Not trimmed. */
  secret(name: string): string;
  cents(name: string): number;
  number(name: string): number;
  /** An instant in UTC; null for an empty field. */
  moment(name: string): string | null;
  isChecked(name: string): boolean;
};

export type Action = {
  title: string;
  /** One sentence: what will happen. */
  text: string;
  submit: string;
  isDangerous?: boolean;
  fields?: readonly ActionField[];
  /** Facts about the typed values, above the fields. */
  about?(form: ActionForm): ReactNode;
  /** The toast after success. */
  done: string | ((values: ActionValues) => string);
  run(client: TeamClient, values: ActionValues): Promise<unknown>;
};

/** The typed values, and a way to fill a field. */
type ActionForm = { values: ActionValues; set(name: string, text: string): void };

/** An action whose response must be read before the dialog closes: a code that is shown once. */
export type ActionWithResult<Response> = Omit<Action, 'run'> & {
  run(client: TeamClient, values: ActionValues): Promise<Response>;
  result(response: Response): ReactNode;
};

/** The validation error of a typed text, if any. The server validates everything else. */
export function findValidationError(field: ActionField, text: string): string | undefined {
  if (field.kind === 'money' && !/^\d{1,7}(\.\d{1,2})?$/.test(text.trim())) {
    return 'Enter an amount such as 120 or 120.50';
  }
  if (field.kind === 'number' && !/^\d{1,6}$/.test(text.trim())) return 'Enter a whole number';
  if (field.kind === 'customer' && text.trim() === '') return 'Enter a username';
  if (field.kind !== 'moment') return undefined;
  if (text === '' ? field.isOptional : !Number.isNaN(Date.parse(text))) return undefined;
  return 'Enter a date and a time';
}

export function readValues(texts: Readonly<Record<string, string>>): ActionValues {
  const text = (name: string) => (texts[name] ?? '').trim();
  return {
    reason: text('reason'),
    text,
    secret: (name) => texts[name] ?? '',
    cents: (name) => Math.round(Number(text(name)) * 100),
    number: (name) => Number(text(name)),
    moment: (name) => (text(name) === '' ? null : new Date(text(name)).toISOString()),
    isChecked: (name) => text(name) === 'on',
  };
}

/** An instant as the value of a date-and-time field: "2026-11-23T09:00" in the operator's zone. */
export function asTypedMoment(instant: number): string {
  const local = new Date(instant - new Date(instant).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
