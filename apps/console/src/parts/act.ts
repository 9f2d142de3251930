// What an operator does to one thing, as data: what it is called, what is asked for besides the reason, and the
// call. `act-dialog.tsx` draws it.
import type { ReactNode } from 'react';
import type { Client } from '../api/client.ts';

type Field = { name: string; label: string; hint?: string; initial?: string };

export type ActField = Field &
  (
    | { kind: 'text' | 'note' }
    /** A password: not shown, and sent as it was typed. */
    | { kind: 'secret' }
    /** Typed in dollars, read in cents. */
    | { kind: 'money' }
    /** A date and time in the operator's zone. */
    | { kind: 'moment'; isOptional?: boolean }
    | { kind: 'number' }
    | { kind: 'choice'; options: readonly { value: string; label: string }[] }
    | { kind: 'check' }
  );

/** What was typed, by the fields' names. */
export type ActValues = {
  reason: string;
  text(name: string): string;
  /** With the blanks at its ends. */
  secret(name: string): string;
  cents(name: string): number;
  number(name: string): number;
  /** An instant in UTC; null when it was left empty. */
  moment(name: string): string | null;
  isChecked(name: string): boolean;
};

export type Act = {
  title: string;
  /** What will happen, in a sentence. */
  text: string;
  submit: string;
  isDangerous?: boolean;
  fields?: readonly ActField[];
  /** What is said when it is done. */
  done: string;
  run(client: Client, values: ActValues): Promise<unknown>;
};

/** An act whose answer must be read before the dialog closes: a code that is shown once. */
export type ActWithResult<Answer> = Omit<Act, 'run'> & {
  run(client: Client, values: ActValues): Promise<Answer>;
  result(answer: Answer): ReactNode;
};

/** What is wrong with the typed text; undefined when nothing is. The server judges all the rest. */
export function troubleOf(field: ActField, text: string): string | undefined {
  if (field.kind === 'money' && !/^\d{1,7}(\.\d{1,2})?$/.test(text.trim())) {
    return 'Enter an amount such as 120 or 120.50';
  }
  if (field.kind === 'number' && !/^\d{1,6}$/.test(text.trim())) return 'Enter a whole number';
  if (field.kind !== 'moment') return undefined;
  if (text === '' ? field.isOptional : !Number.isNaN(Date.parse(text))) return undefined;
  return 'Enter a date and a time';
}

export function readValues(texts: Readonly<Record<string, string>>): ActValues {
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

/** An instant as a date-and-time field wants it: "2026-11-23T09:00" in the operator's zone. */
export function asTypedMoment(instant: number): string {
  const local = new Date(instant - new Date(instant).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
