// The dialog for every action of an operator: what will happen, the fields, the reason. When the server refuses, the
// typed text stays, and each error stands at its field.
import { ApiError } from '@pocketfleet/client';
import { Banner, Button, Dialog, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useClient } from '../api/api-provider.tsx';
import { errorMessage } from '../api/errors.ts';
import {
  type Action,
  type ActionField,
  type ActionWithResult,
  findValidationError,
  readValues,
} from './action.ts';
import { ActionFieldInput } from './action-field.tsx';
import { LastReasons, useLastReasons } from './last-reasons.tsx';

type OpenedAction = Action & { result?: (response: never) => ReactNode };
type OpenAction = <Response>(action: Action | ActionWithResult<Response>) => void;

const OpenActionContext = createContext<OpenAction | null>(null);

export function useOpenAction(): OpenAction {
  const open = useContext(OpenActionContext);
  if (!open) throw new Error('useOpenAction outside of ActionProvider');
  return open;
}

/** Holds the dialog beside the page, so that a list that refreshes itself can't close it. */
export function ActionProvider({ children }: { children: ReactNode }) {
  const [action, setAction] = useState<OpenedAction | null>(null);
  const open: OpenAction = (next) => setAction(next);
  return (
    <OpenActionContext value={open}>
      {children}
      {action ? <ActionDialog action={action} onClose={() => setAction(null)} /> : null}
    </OpenActionContext>
  );
}

const reasonField: ActionField = {
  kind: 'text',
  name: 'reason',
  label: 'Reason',
  hint: 'Kept in the audit log.',
};

function ActionDialog({ action, onClose }: { action: OpenedAction; onClose(): void }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const allFields = [...(action.fields ?? []), reasonField];
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(allFields.map((field) => [field.name, field.initial ?? ''])),
  );
  const values = readValues(texts);
  const fields = allFields.filter((field) => field.isShown?.(values) ?? true);
  const lastReasons = useLastReasons(action.submit);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const isJustRefused = useRef(false);
  /** A second submit may come before the button is rendered as busy. */
  const isSent = useRef(false);
  const refuse = (found: Record<string, string>) => {
    isJustRefused.current = true;
    setErrors(found);
  };
  const perform = useMutation({
    mutationFn: () => action.run(client, values),
    onSuccess: async () => {
      lastReasons.remember(values.reason);
      toast.success(typeof action.done === 'string' ? action.done : action.done(values));
      await queryClient.invalidateQueries();
      if (!action.result) onClose();
    },
    onError: (error) => refuse(error instanceof ApiError ? error.fields : {}),
    onSettled: () => {
      isSent.current = false;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSent.current) return;
    const found = fields.flatMap((field) => {
      const error = findValidationError(field, texts[field.name] ?? '');
      return error ? [[field.name, error] as const] : [];
    });
    refuse(Object.fromEntries(found));
    if (found.length > 0) return;
    isSent.current = true;
    perform.mutate();
  };
  const attachForm = useCallback((element: HTMLFormElement) => {
    form.current = element;
    // One frame later: the dialog first focuses its own close button.
    const frame = requestAnimationFrame(() => focusFirst(element, 'input, select, textarea'));
    return () => {
      cancelAnimationFrame(frame);
      form.current = null;
    };
  }, []);
  useEffect(() => {
    // Once for each refusal: the focus must not move to another field while an operator corrects one.
    if (!isJustRefused.current) return;
    isJustRefused.current = false;
    focusFirst(form.current, '[aria-invalid=true]');
  });
  const set = (name: string, text: string) => {
    setTexts((known) => ({ ...known, [name]: text }));
    setErrors(({ [name]: _, ...others }) => others);
  };
  const isShownAtField = fields.some((field) => errors[field.name]);
  const result = perform.isSuccess && action.result ? action.result(perform.data as never) : null;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || perform.isPending || onClose()}
      title={action.title}
      description={action.text}
      footer={
        result ? (
          <div className="flex justify-end">
            <Button kind="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        ) : (
          <div className="flex justify-end gap-2">
            <Button onClick={onClose} disabled={perform.isPending}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              kind={action.isDangerous ? 'danger' : 'primary'}
              isBusy={perform.isPending}
            >
              {action.submit}
            </Button>
          </div>
        )
      }
    >
      {result ?? (
        <form ref={attachForm} id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-1">
          {perform.error && !isShownAtField ? (
            <Banner kind="error">{errorMessage(perform.error)}</Banner>
          ) : null}
          {action.about?.({ values, set })}
          {fields.map((field) => (
            <ActionFieldInput
              key={field.name}
              field={field}
              text={texts[field.name] ?? ''}
              error={errors[field.name]}
              onChange={(text) => set(field.name, text)}
            />
          ))}
          <LastReasons
            reasons={lastReasons.reasons}
            typed={texts['reason'] ?? ''}
            onChoose={(reason) => set('reason', reason)}
          />
        </form>
      )}
    </Dialog>
  );
}

function focusFirst(form: HTMLFormElement | null, selector: string): void {
  form?.querySelector<HTMLElement>(selector)?.focus();
}
