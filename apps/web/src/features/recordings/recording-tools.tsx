import type { Recording } from '@pocketfleet/contract';
import { Banner, Button, Dialog, saveFile, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/recordings';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { recordingsKey } from './recordings-key.ts';

/** As long as the server sends a file. An hour of video has some hundred megabytes, which a slow line loads for many minutes. */
const exportTimeoutMs = 30 * 60_000;

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
  const save = useMutation({
    mutationFn: (format: 'mp4' | 'json') =>
      client.call('exportRecording', {
        params: { id: recording.id },
        query: { format },
        timeoutMs: exportTimeoutMs,
      }),
    onSuccess: ({ bytes, content_type, file_name }) => {
      // Not copied: it may be large, and the client has it from a buffer of its own.
      saveFile(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: content_type }), file_name);
      onClose();
    },
  });
  const choice = (format: 'mp4' | 'json', name: string, hint: string) => (
    <li className="flex items-center gap-4 py-3">
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{name}</span>
        <span className="block text-second text-small">{hint}</span>
      </span>
      <Button
        aria-label={`${texts.exportIt} ${name}`}
        isBusy={save.isPending && save.variables === format}
        onClick={() => save.mutate(format)}
      >
        {texts.exportIt}
      </Button>
    </li>
  );
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.exportIt}>
      {save.error ? <Banner kind="error">{texts.notDone(reasonOf(save.error))}</Banner> : null}
      <ul className="divide-y divide-hairline">
        {choice('mp4', texts.mp4, texts.mp4Hint(recording.bytes))}
        {choice('json', texts.json, texts.jsonHint)}
      </ul>
    </Dialog>
  );
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
