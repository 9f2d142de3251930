// A default export, because it is loaded when it is opened.
import { ApiError } from '@pocketfleet/client';
import type { Device, RecordingSettings } from '@pocketfleet/contract';
import { Banner, Button, Checkbox, Dialog, TextField, toast } from '@pocketfleet/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#language/recordings';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { recordingsKey } from './recordings-key.ts';

type Props = { devices: readonly Device[]; onClose(): void };

export default function RecordingSettingsDialog({ devices, onClose }: Props) {
  const client = useClient();
  const found = useQuery({
    queryKey: [...recordingsKey, 'settings'],
    queryFn: ({ signal }) => client.call('getRecordingSettings', { signal }),
  });
  const keys = useQuery({
    queryKey: [...recordingsKey, 'keys'],
    // People who may not see keys choose none.
    queryFn: async ({ signal }) =>
      (await client.call('listKeys', { signal }).catch(() => ({ keys: [] }))).keys.map(({ id, name }) => ({
        id,
        name,
      })),
  });
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.settings}>
      {found.isError ? <Banner kind="error">{texts.notDone(reasonOf(found.error))}</Banner> : null}
      {found.data ? (
        <Form settings={found.data} devices={devices} keys={keys.data ?? []} onClose={onClose} />
      ) : null}
    </Dialog>
  );
}

type FormProps = Props & { settings: RecordingSettings; keys: readonly { id: string; name: string }[] };

function Form({ settings, devices, keys, onClose }: FormProps) {
  const client = useClient();
  const queries = useQueryClient();
  // As the form was filled: later readings may have a colleague's changes.
  const [before] = useState(settings);
  const [recordsAll, setRecordsAll] = useState(settings.records_all);
  const [phones, setPhones] = useState(settings.phones);
  const [chosenKeys, setChosenKeys] = useState(settings.keys);
  const [days, setDays] = useState(String(settings.keep_days));
  const save = useMutation({
    mutationFn: () =>
      client.call('setRecordingSettings', {
        body: changesOf(before, {
          records_all: recordsAll,
          phones,
          keys: chosenKeys,
          keep_days: Number(days),
        }),
      }),
    onSuccess: () => {
      toast.success(texts.saved);
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: recordingsKey }),
  });
  const fields = save.error instanceof ApiError ? (save.error.fields ?? {}) : {};
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
      }}
    >
      {save.error && fields['keep_days'] === undefined ? (
        <Banner kind="error">{texts.notDone(reasonOf(save.error))}</Banner>
      ) : null}
      <Checkbox
        label={texts.recordsAll}
        hint={texts.recordsAllHint}
        checked={recordsAll}
        onChange={({ target }) => setRecordsAll(target.checked)}
      />
      <Choices
        title={texts.phonesToRecord}
        options={devices.map(({ id, tag, label }) => ({ id, name: label ? `${tag} ${label}` : tag }))}
        chosen={phones}
        onChange={setPhones}
      />
      <Choices title={texts.keysToRecord} options={keys} chosen={chosenKeys} onChange={setChosenKeys} />
      <TextField
        label={texts.keepDays}
        hint={texts.keepDaysHint}
        inputMode="numeric"
        value={days}
        error={fields['keep_days']}
        onChange={({ target }) => setDays(target.value)}
      />
      <div className="flex justify-end gap-3">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button kind="primary" type="submit" isBusy={save.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

/** A colleague may have changed the rest since the dialog was opened. */
function changesOf(before: RecordingSettings, after: RecordingSettings): Partial<RecordingSettings> {
  const isSame = (one: readonly string[], other: readonly string[]) =>
    one.length === other.length && one.every((id) => other.includes(id));
  return {
    ...(after.records_all !== before.records_all && { records_all: after.records_all }),
    ...(!isSame(before.phones, after.phones) && { phones: after.phones }),
    ...(!isSame(before.keys, after.keys) && { keys: after.keys }),
    ...(after.keep_days !== before.keep_days && { keep_days: after.keep_days }),
  };
}

type ChoicesProps = {
  title: string;
  options: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
};

function Choices({ title, options, chosen, onChange }: ChoicesProps) {
  if (options.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-3 font-medium">{title}</legend>
      <div className="grid max-h-40 gap-2 overflow-y-auto rounded-control border border-hairline p-3 sm:grid-cols-2">
        {options.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
