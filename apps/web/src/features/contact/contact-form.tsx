import { Banner, Button, TextField, toast } from '@pocketfleet/ui';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import * as texts from '#language/contact';
import { useClient } from '../../api/api-provider.tsx';
import { contactSentence } from '../../api/errors.ts';
import { MessageField } from './message-field.tsx';

type FieldName = 'name' | 'email' | 'message';
type Fields = Record<FieldName, string>;
const empty: Fields = { name: '', email: '', message: '' };
const order: readonly FieldName[] = ['name', 'email', 'message'];

/** Idle, submitting, success (the fields are empty again, and the banner stays) or error (the fields keep their text). */
export function ContactForm({ message }: { message: string }) {
  const client = useClient();
  const form = useRef<HTMLFormElement>(null);
  const isUnderWay = useRef(false);
  const firstTouchMs = useRef<number | null>(null);
  const [fields, setFields] = useState<Fields>(empty);
  const [errors, setErrors] = useState<Partial<Fields>>({});
  const [outcome, setOutcome] = useState<'none' | 'submitting' | 'sent' | 'failed'>('none');
  const [website, setWebsite] = useState('');
  const [filledIn, setFilledIn] = useState('');
  // The visitor keeps what they have written; another request replaces the one before.
  if (message !== filledIn) {
    setFilledIn(message);
    if (fields.message === '' || fields.message === filledIn) setFields({ ...fields, message });
  }
  const isBusy = outcome === 'submitting';

  // Reads the text that was typed before the code had loaded. It must run before an early press of the button is repeated
  // (app.tsx).
  useLayoutEffect(() => {
    const typed = typedFields(form.current);
    if (order.every((name) => typed[name] === '')) return;
    firstTouchMs.current = 0;
    setFields(typed);
  }, []);

  const edit = (name: FieldName) => (event: { target: { value: string } }) => {
    firstTouchMs.current ??= performance.now();
    setFields({ ...fields, [name]: event.target.value });
    setErrors({ ...errors, [name]: undefined });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The rules of the fields are loaded first; a second press meanwhile must not send the message twice.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    await checkAndSend();
    isUnderWay.current = false;
  };

  const checkAndSend = async () => {
    const wrong = await wrongFields(fields);
    setErrors(wrong);
    const first = order.find((name) => wrong[name]);
    if (first) {
      form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    setOutcome('submitting');
    const filled_in_ms = Math.round(performance.now() - (firstTouchMs.current ?? performance.now()));
    try {
      await client.call('sendContactMessage', { body: { ...fields, website, filled_in_ms } });
    } catch (error) {
      setOutcome('failed');
      toast.error(contactSentence(error));
      return;
    }
    setOutcome('sent');
    setFields(empty);
    firstTouchMs.current = null;
    toast.success(sentSentence);
  };

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={texts.contact} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={texts.name}
          name="name"
          isTall
          autoComplete="name"
          isBusy={isBusy}
          value={fields.name}
          onChange={edit('name')}
          error={errors.name}
        />
        <TextField
          label={texts.email}
          name="email"
          type="email"
          isTall
          autoComplete="email"
          isBusy={isBusy}
          value={fields.email}
          onChange={edit('email')}
          error={errors.email}
        />
      </div>
      <MessageField
        isBusy={isBusy}
        value={fields.message}
        onChange={edit('message')}
        error={errors.message}
      />
      {/* People neither see nor reach this field, and no browser knows what to fill in; robots do. */}
      <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
        <label htmlFor="leave-empty">{texts.leaveThisEmpty}</label>
        <input
          id="leave-empty"
          name="leave-empty"
          tabIndex={-1}
          autoComplete="off"
          value={website}
          onChange={(event) => setWebsite(event.target.value)}
        />
      </div>
      {/* Beside the button that was pressed: on a phone the top of the form is out of sight by then. */}
      {outcome === 'sent' ? <Banner kind="success">{sentSentence}</Banner> : null}
      {outcome === 'failed' ? <Banner kind="error">{texts.errorSendingMessagePleaseTryAgain}</Banner> : null}
      <Button
        type="submit"
        kind="primary"
        size="large"
        isBusy={isBusy}
        className="justify-self-start max-sm:w-full"
      >
        {isBusy ? texts.sending : texts.sendMessage}
      </Button>
    </form>
  );
}

const sentSentence = texts.messageSentSuccessfullyWellContact;

function typedFields(form: HTMLFormElement | null): Fields {
  const values = new FormData(form ?? undefined);
  const read = (name: FieldName) => String(values.get(name) ?? '');
  return { name: read('name'), email: read('email'), message: read('message') };
}

async function wrongFields(fields: Fields): Promise<Partial<Fields>> {
  const { contactMessage } = await import('@pocketfleet/contract');
  const parsed = contactMessage.safeParse(fields);
  const wrong: Partial<Fields> = {};
  for (const issue of parsed.error?.issues ?? []) {
    const name = order.find((each) => each === issue.path[0]);
    if (name) wrong[name] ??= issue.message;
  }
  return wrong;
}
