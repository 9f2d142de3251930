import { ApiError } from '@pocketfleet/client';
import type { Recording } from '@pocketfleet/contract';
import { Banner, Button, Dialog, saveFile, toast } from '@pocketfleet/ui';
import { formatBytes } from '@pocketfleet/ui/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#language/recordings';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { recordingsKey } from './recordings-key.ts';

/** Export says what each form holds; erasing asks first. */
export function RecordingTools({ recording, onErased }: { recording: Recording; onErased(): void }) {
  const [open, setOpen] = useState<'export' | 'erase' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {recording.may_delete ? (
        <Button size="small" icon={<Trash2 />} onClick={() => setOpen('erase')}>
          {texts.erase}
        </Button>
      ) : null}
      <Button size="small" icon={<Download />} onClick={() => setOpen('export')}>
        {texts.exportIt}
      </Button>
      {open === 'export' ? <ExportDialog recording={recording} onClose={close} /> : null}
      {open === 'erase' ? <EraseDialog recording={recording} onClose={close} onErased={onErased} /> : null}
    </>
  );
}

function ExportDialog({ recording, onClose }: { recording: Recording; onClose(): void }) {
  const client = useClient();
  const [savedBytes, setSavedBytes] = useState(0);
  // A download that is still running ends with the dialog: nothing is saved that no page shows.
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = useMutation({
    mutationFn: async (format: 'mp4' | 'json') => {
      const abort = new AbortController();
      running.current = abort;
      setSavedBytes(0);
      const { saveExport } = await import('./save-export.ts');
      return saveExport(client, { id: recording.id, format }, setSavedBytes, abort.signal);
    },
    onSuccess: ({ file, name }) => {
      saveFile(file, name);
      onClose();
    },
  });
  const choice = (format: 'mp4' | 'json', name: string, hint: string) => (
    <li className="flex items-center gap-4 py-3">
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{name}</span>
        <span className="block text-second text-small">
          {save.isPending && save.variables === format ? texts.savedSoFar(formatBytes(savedBytes)) : hint}
        </span>
      </span>
      <Button
        aria-label={`${texts.exportIt} ${name}`}
        isBusy={save.isPending && save.variables === format}
        disabled={save.isPending && save.variables !== format}
        onClick={() => save.mutate(format)}
      >
        {texts.exportIt}
      </Button>
    </li>
  );
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.exportIt}>
      {save.error ? <Banner kind="error">{texts.notDone(exportReasonOf(save.error))}</Banner> : null}
      <ul className="divide-y divide-hairline">
        {choice('mp4', texts.mp4, texts.mp4Hint(recording.bytes))}
        {choice('json', texts.json, texts.jsonHint)}
      </ul>
    </Dialog>
  );
}

/** Where this computer has no room, the error says so itself. */
function exportReasonOf(error: Error): string | null {
  return error instanceof ApiError && error.code === 'files_failed' ? error.detail : reasonOf(error);
}

function EraseDialog(props: { recording: Recording; onClose(): void; onErased(): void }) {
  const { recording, onClose, onErased } = props;
  const client = useClient();
  const queries = useQueryClient();
  const erase = useMutation({
    mutationFn: () => client.call('deleteRecording', { params: { id: recording.id } }),
    onSuccess: () => {
      toast.success(texts.erased);
      onErased();
      return queries.invalidateQueries({ queryKey: recordingsKey, exact: true });
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={texts.eraseTitle}
      footer={
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="danger" isBusy={erase.isPending} onClick={() => erase.mutate()}>
            {texts.erase}
          </Button>
        </div>
      }
    >
      {erase.error ? <Banner kind="error">{texts.notDone(reasonOf(erase.error))}</Banner> : null}
      <p className="break-words">{texts.eraseText(recording.name)}</p>
    </Dialog>
  );
}
