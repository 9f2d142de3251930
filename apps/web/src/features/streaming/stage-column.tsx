// At the left of the phone on wide stages: its figures, the screenshots taken here, and a place for files. A default export,
// because it is loaded after the picture.
import { Button } from '@pocketfleet/ui';
import { Copy, Download, Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import * as texts from '#language/session-tools';
import { StreamStats } from './stream-stats.tsx';
import type { Screenshot, Screenshots } from './use-screenshots.ts';

type Props = {
  /** Gets the place for what a panel shows at the left of the phone. */
  setPlace(place: HTMLElement | null): void;
  areStatsShown: boolean;
  screenshots: Screenshots;
  isDropping: boolean;
  onFiles(files: File[]): void;
};

export default function StageColumn({ setPlace, areStatsShown, screenshots, isDropping, onFiles }: Props) {
  return (
    <div className="absolute inset-y-0 left-0 flex w-[235px] flex-col gap-6 overflow-y-auto py-5 pr-2 pl-6">
      <div ref={setPlace} className="empty:hidden" />
      {areStatsShown ? <StreamStats /> : null}
      <section aria-label={texts.screenshots}>
        <h2 className="font-semibold text-small">{texts.screenshots}</h2>
        {screenshots.list.length === 0 ? (
          <p className="mt-2 text-caption text-second">{texts.noScreenshots}</p>
        ) : (
          <ul className="mt-2 grid grid-cols-3 gap-2">
            {screenshots.list.map((screenshot) => (
              <Thumbnail key={screenshot.id} screenshot={screenshot} screenshots={screenshots} />
            ))}
          </ul>
        )}
      </section>
      <DropZone isOver={isDropping} onFiles={onFiles} />
    </div>
  );
}

function Thumbnail({ screenshot, screenshots }: { screenshot: Screenshot; screenshots: Screenshots }) {
  const time = screenshot.takenAt.toTimeString().slice(0, 5);
  return (
    <li>
      <img
        src={screenshot.address}
        alt={texts.screenshotAt(time)}
        className="h-[104px] w-full rounded-small border border-hairline object-cover object-top"
      />
      <span className="block truncate font-mono text-[0.6875rem] text-second leading-4">{time}</span>
      <span className="flex">
        <SmallButton
          label={texts.downloadScreenshotAt(time)}
          icon={<Download size={14} aria-hidden="true" />}
          onClick={() => screenshots.download(screenshot)}
        />
        <SmallButton
          label={texts.copyScreenshotAt(time)}
          icon={<Copy size={14} aria-hidden="true" />}
          onClick={() => void screenshots.copy(screenshot)}
        />
      </span>
    </li>
  );
}

function SmallButton(props: { label: string; icon: ReactNode; onClick(): void }) {
  return (
    <button
      type="button"
      title={props.label}
      aria-label={props.label}
      onClick={props.onClick}
      className="inline-flex size-7 items-center justify-center rounded-small text-second hover:bg-hover hover:text-main"
    >
      {props.icon}
    </button>
  );
}

/** Files may be dropped anywhere on the stage: this says so, and has a button for those who can't drag. */
function DropZone({ isOver, onFiles }: { isOver: boolean; onFiles(files: File[]): void }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <section
      aria-label={texts.dropAFile}
      className={`rounded-card border border-dashed p-4 ${isOver ? 'border-lime' : 'border-control'}`}
    >
      <h2 className="flex items-center gap-2 font-medium text-small">
        <Upload size={16} strokeWidth={1.75} aria-hidden="true" />
        {texts.dropAFile}
      </h2>
      <p className="mt-1 text-caption text-second">{texts.whatHappensToFiles}</p>
      <Button size="small" className="mt-3" onClick={() => chooser.current?.click()}>
        {texts.chooseFiles}
      </Button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={texts.filesForThePhone}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </section>
  );
}
