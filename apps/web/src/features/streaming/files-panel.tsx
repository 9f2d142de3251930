import { FilesFailedError } from '@pocketfleet/client/files-failed-error';
import { downloadFolder, type FileEntry, sharedFolder } from '@pocketfleet/contract';
import { Banner, Button, Spinner } from '@pocketfleet/ui';
import { formatBytes } from '@pocketfleet/ui/format';
import { useQuery } from '@tanstack/react-query';
import { Download, File as FileIcon, Folder, FolderUp, RefreshCw, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import * as texts from '#language/session';
import { useClient } from '../../api/api-provider.tsx';
import { createStartStream } from '../../streams/start-stream.ts';
import { deleteFile, listFolder } from './phone-files.ts';
import { useSessionPage } from './session-page-context.ts';

/** The storage that the phone's user has access to. */
export function FilesPanel() {
  const { device, transfers } = useSessionPage();
  const deviceId = device.id;
  const client = useClient();
  const startStream = createStartStream(client, deviceId, 'files');
  const [path, setPath] = useState(downloadFolder);
  const [deleting, setDeleting] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const query = useQuery({
    queryKey: ['phone-files', deviceId, path],
    queryFn: ({ signal }) => listFolder(startStream, path, signal),
    retry: false,
  });
  const remove = async (name: string) => {
    setDeleting(null);
    setError(null);
    try {
      await deleteFile(startStream, `${path}/${name}`, AbortSignal.timeout(30_000));
    } catch (cause) {
      setError(cause instanceof FilesFailedError ? cause.message : texts.thePhoneCouldNotDoThis);
    }
    void query.refetch();
  };
  const entries = (query.data?.entries ?? []).toSorted(
    (a, b) => Number(b.kind === 'folder') - Number(a.kind === 'folder') || a.name.localeCompare(b.name),
  );

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-hairline border-b px-4 py-2">
        <span className="min-w-0 flex-1 truncate font-mono text-small" title={path}>
          {path}
        </span>
        <RowButton
          label={texts.upOneFolder}
          icon={<FolderUp size={16} />}
          isDisabled={path === sharedFolder}
          onClick={() => setPath(path.slice(0, path.lastIndexOf('/')))}
        />
        <RowButton
          label={texts.refresh}
          icon={<RefreshCw size={16} />}
          onClick={() => void query.refetch()}
        />
        <Button size="small" icon={<Upload aria-hidden="true" />} onClick={() => chooser.current?.click()}>
          {texts.sendFiles}
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label={texts.filesToSend}
          onChange={(event) => {
            transfers.push([...(event.target.files ?? [])], path);
            event.target.value = '';
          }}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {error ? (
          <div className="p-4">
            <Banner kind="error">{error}</Banner>
          </div>
        ) : null}
        {query.isPending ? (
          <div className="flex justify-center p-8">
            <Spinner size={20} label={texts.loadingTheFolder} />
          </div>
        ) : null}
        {query.isError ? (
          <div className="space-y-3 p-4">
            <Banner kind="error">
              {query.error instanceof FilesFailedError ? query.error.message : texts.theFolderCantBeRead}
            </Banner>
            <Button onClick={() => void query.refetch()}>{texts.tryAgain}</Button>
          </div>
        ) : null}
        {query.isSuccess && entries.length === 0 ? (
          <p className="p-8 text-center text-second">{texts.thisFolderIsEmptySend}</p>
        ) : null}
        <ul>
          {entries.map((entry) => (
            <FileRow
              key={entry.name}
              entry={entry}
              isDeleting={deleting === entry.name}
              onOpen={() => setPath(`${path}/${entry.name}`)}
              onPull={() => transfers.pull(`${path}/${entry.name}`, entry.name, entry.size)}
              onDeleting={(isDeleting) => setDeleting(isDeleting ? entry.name : null)}
              onDelete={() => void remove(entry.name)}
            />
          ))}
        </ul>
        {query.data?.is_cut ? (
          <p className="p-4 text-second text-small">{texts.thisFolderHoldsMoreThan}</p>
        ) : null}
      </div>
    </div>
  );
}

function FileRow(props: {
  entry: FileEntry;
  /** The customer is asked to confirm. */
  isDeleting: boolean;
  onOpen(): void;
  onPull(): void;
  onDeleting(isDeleting: boolean): void;
  onDelete(): void;
}) {
  const { entry, isDeleting } = props;
  const isFolder = entry.kind === 'folder';
  const Icon = isFolder ? Folder : FileIcon;
  return (
    <li className="flex h-10 items-center gap-2 border-hairline border-b px-4 text-small hover:bg-hover">
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-second" />
      {isFolder ? (
        <button
          type="button"
          onClick={props.onOpen}
          className="min-w-0 flex-1 truncate text-left font-medium leading-10 underline-offset-4 hover:underline"
        >
          {entry.name}
        </button>
      ) : (
        <span className="min-w-0 flex-1 truncate" title={entry.name}>
          {entry.name}
        </span>
      )}
      {isDeleting ? (
        <>
          <Button size="small" kind="danger" autoFocus onClick={props.onDelete}>
            {isFolder ? texts.deleteFolder : texts.deleteFile}
          </Button>
          <Button size="small" onClick={() => props.onDeleting(false)}>
            {texts.keep}
          </Button>
        </>
      ) : (
        <>
          {isFolder ? null : (
            <span className="whitespace-nowrap font-mono text-third">{formatBytes(entry.size)}</span>
          )}
          {entry.kind === 'file' ? (
            <RowButton label={texts.fetch(entry.name)} icon={<Download size={14} />} onClick={props.onPull} />
          ) : null}
          <RowButton
            label={texts.deleteNamed(entry.name)}
            icon={<Trash2 size={14} />}
            onClick={() => props.onDeleting(true)}
          />
        </>
      )}
    </li>
  );
}

function RowButton(props: { label: string; icon: ReactNode; isDisabled?: boolean; onClick(): void }) {
  return (
    <button
      type="button"
      title={props.label}
      aria-label={props.label}
      disabled={props.isDisabled}
      onClick={props.onClick}
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-small text-second enabled:hover:bg-segment enabled:hover:text-main disabled:opacity-40"
    >
      {props.icon}
    </button>
  );
}
