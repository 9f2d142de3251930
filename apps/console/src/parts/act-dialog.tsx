// The one dialog in which the team acts: what will happen, what is needed, why. Typed text stays when the server
// refuses, and its reason stands where it belongs.
import { Banner, Button, Dialog, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useClient } from '../api/api-provider.tsx';
import { ApiError, sentenceOf } from '../api/errors.ts';
import { type Act, type ActField, type ActWithResult, readValues, troubleOf } from './act.ts';
import { ActFieldInput } from './act-field.tsx';

type Opened = Act & { result?: (answer: never) => ReactNode };
type OpenAct = <Answer>(act: Act | ActWithResult<Answer>) => void;

const OpenActContext = createContext<OpenAct | null>(null);

export function useOpenAct(): OpenAct {
  const open = useContext(OpenActContext);
  if (!open) throw new Error('useOpenAct outside of ActProvider');
  return open;
}

/** Holds the dialog beside the page, so that a list that refreshes itself can't close it. */
export function ActProvider({ children }: { children: ReactNode }) {
  const [act, setAct] = useState<Opened | null>(null);
  const open: OpenAct = (next) => setAct(next);
  return (
    <OpenActContext value={open}>
      {children}
      {act ? <ActDialog act={act} onClose={() => setAct(null)} /> : null}
    </OpenActContext>
  );
}

const reasonField: ActField = {
  kind: 'text',
  name: 'reason',
  label: 'Reason',
  hint: 'Kept in the audit log.',
};

function ActDialog({ act, onClose }: { act: Opened; onClose(): void }) {
  const client = useClient();
  const answers = useQueryClient();
  const fields = [...(act.fields ?? []), reasonField];
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, field.initial ?? ''])),
  );
  const [troubles, setTroubles] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  const isJustRefused = useRef(false);
  const refuse = (found: Record<string, string>) => {
    isJustRefused.current = true;
    setTroubles(found);
  };
  const perform = useMutation({
    mutationFn: () => act.run(client, readValues(texts)),
    onSuccess: async () => {
      toast.success(act.done);
      await answers.invalidateQueries();
      if (!act.result) onClose();
    },
    onError: (error) => refuse(error instanceof ApiError ? error.fields : {}),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = fields.flatMap((field) => {
      const trouble = troubleOf(field, texts[field.name] ?? '');
      return trouble ? [[field.name, trouble] as const] : [];
    });
    refuse(Object.fromEntries(found));
    if (found.length === 0) perform.mutate();
  };
  useEffect(() => {
    // A frame later: the dialog itself begins with its button that closes it.
    const frame = requestAnimationFrame(() => focusFirst(form.current, 'input, select, textarea'));
    return () => cancelAnimationFrame(frame);
  }, []);
  useEffect(() => {
    // Once for each refusal: whoever mends one field is not taken away from it to the next.
    if (!isJustRefused.current) return;
    isJustRefused.current = false;
    focusFirst(form.current, '[aria-invalid=true]');
  });
  const isShownAtField = fields.some((field) => troubles[field.name]);
  const result = perform.isSuccess && act.result ? act.result(perform.data as never) : null;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || perform.isPending || onClose()}
      title={act.title}
      description={act.text}
    >
      {result ?? (
        <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-1">
          {perform.error && !isShownAtField ? (
            <Banner kind="error">{sentenceOf(perform.error)}</Banner>
          ) : null}
          {fields.map((field) => (
            <ActFieldInput
              key={field.name}
              field={field}
              text={texts[field.name] ?? ''}
              error={troubles[field.name]}
              onChange={(text) => {
                setTexts((known) => ({ ...known, [field.name]: text }));
                setTroubles(({ [field.name]: _, ...others }) => others);
              }}
            />
          ))}
          <div className="mt-2 flex justify-end gap-2">
            <Button onClick={onClose} disabled={perform.isPending}>
              Cancel
            </Button>
            <Button type="submit" kind={act.isDangerous ? 'danger' : 'primary'} isBusy={perform.isPending}>
              {act.submit}
            </Button>
          </div>
        </form>
      )}
      {result ? (
        <div className="mt-5 flex justify-end">
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
}

function focusFirst(form: HTMLFormElement | null, selector: string): void {
  form?.querySelector<HTMLElement>(selector)?.focus();
}
