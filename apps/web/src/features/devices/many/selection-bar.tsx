// The actions on the selected phones, and their outcome. A default export, because it is loaded with the first
// phone that is selected.
import type { Device } from '@pocketfleet/contract';
import { Banner, Button, cardClass, IconButton } from '@pocketfleet/ui';
import { useQueryClient } from '@tanstack/react-query';
import {
  CalendarPlus,
  Camera,
  FileUp,
  LayoutGrid,
  PackagePlus,
  RotateCcw,
  Tag,
  Undo2,
  UserPlus,
  X,
} from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import * as texts from '#language/many';
import { useClient } from '../../../api/api-provider.tsx';
import { queryKeys } from '../../../api/query-keys.ts';
import { useMay } from '../../../session/use-workspace.ts';
import type { DeviceSelection } from '../use-selection.ts';
import {
  labelAction,
  type PushFile,
  pushAction,
  restartAction,
  returnAction,
  screenshotAction,
} from './actions.ts';
import { AskDialog } from './ask-dialog.tsx';
import { LabelManyDialog } from './label-many-dialog.tsx';
import { RunList } from './run-list.tsx';
import { type Action, useRuns } from './use-runs.ts';

type Props = {
  devices: readonly Device[];
  selection: DeviceSelection;
  pushFile: PushFile;
  onExtend(devices: readonly Device[]): void;
  onShare(devices: readonly Device[]): void;
  onOpenMosaic(): void;
  /** Asks before the page is left while it is needed. */
  leaveGuard(isNeeded: boolean): ReactNode;
};

type Asked = 'return' | 'restart' | 'label';

export default function SelectionBar(props: Props) {
  const { devices, selection, pushFile, onExtend, onShare, onOpenMosaic, leaveGuard } = props;
  const queries = useQueryClient();
  const runs = useRuns();
  const mayRent = useMay('rent');
  const mayShare = useMay('control');
  const [asked, setAsked] = useState<Asked | null>(null);
  const selected = devices.filter(({ assignment_id }) => selection.phones.has(assignment_id));
  const count = selected.length;
  if (count === 0 && runs.list.length === 0 && selection.gone.length === 0) return null;

  /** A change on our side is read again; a change on a phone isn't in the list. */
  const start = (action: Action, isListed = false) => {
    const onEnd = async () => {
      await action.onEnd?.();
      if (isListed) await queries.invalidateQueries({ queryKey: queryKeys.devices });
    };
    runs.start({ ...action, onEnd }, selected);
  };
  return (
    <section
      aria-label={texts.selectedPhones}
      className={`${cardClass} sticky bottom-3 z-20 mt-5 shadow-popover`}
    >
      {leaveGuard(runs.list.some(({ isRunning }) => isRunning))}
      <RunList runs={runs} devices={devices} />
      {selection.gone.length === 0 ? null : (
        <div className="border-hairline border-b p-3">
          <Banner
            kind="warning"
            action={
              <Button size="small" onClick={selection.forgetGone}>
                {texts.dismiss}
              </Button>
            }
          >
            {texts.noLongerYoursDeselected(selection.gone)}
          </Banner>
        </div>
      )}
      {count === 0 ? null : (
        <div className="flex flex-wrap items-center gap-2 px-4 py-3">
          <p role="status" className="mr-2 font-medium">
            {texts.selectedCount(count)}
          </p>
          {mayRent ? (
            <Tool icon={<CalendarPlus />} onClick={() => onExtend(selected)}>
              {texts.extend}
            </Tool>
          ) : null}
          <PhoneTools start={start} pushFile={pushFile} onAsk={setAsked} />
          {mayShare ? (
            <Tool icon={<UserPlus />} onClick={() => onShare(selected)}>
              {texts.share}
            </Tool>
          ) : null}
          <Tool icon={<LayoutGrid />} onClick={onOpenMosaic}>
            {texts.openInMosaic}
          </Tool>
          {/* In words it would stand alone in a second line of most windows. */}
          <IconButton
            label={texts.clearSelection}
            icon={<X size={16} />}
            size="small"
            className="ml-auto"
            onClick={selection.clear}
          />
        </div>
      )}
      {asked === null ? null : (
        <AskedDialog asked={asked} selected={selected} start={start} onClose={() => setAsked(null)} />
      )}
    </section>
  );
}

type Start = (action: Action, isListed?: boolean) => void;

function PhoneTools(props: { start: Start; pushFile: PushFile; onAsk(what: Asked): void }) {
  const { start, pushFile, onAsk } = props;
  const client = useClient();
  const mayRent = useMay('rent');
  // A customer who may only watch is offered none of these.
  if (!useMay('control')) return null;
  return (
    <>
      {mayRent ? (
        <Tool icon={<Undo2 />} onClick={() => onAsk('return')}>
          {texts.handBack}
        </Tool>
      ) : null}
      <Tool icon={<Tag />} onClick={() => onAsk('label')}>
        {texts.label}
      </Tool>
      <FileTool
        icon={<PackagePlus />}
        accept=".apk,application/vnd.android.package-archive"
        onFiles={(files) => start(pushAction(files, pushFile, true))}
      >
        {texts.install}
      </FileTool>
      <FileTool icon={<FileUp />} isMultiple onFiles={(files) => start(pushAction(files, pushFile, false))}>
        {texts.push}
      </FileTool>
      <Tool icon={<Camera />} onClick={() => start(screenshotAction(client))}>
        {texts.screenshot}
      </Tool>
      <Tool icon={<RotateCcw />} onClick={() => onAsk('restart')}>
        {texts.restart}
      </Tool>
    </>
  );
}

function AskedDialog(props: { asked: Asked; selected: readonly Device[]; start: Start; onClose(): void }) {
  const { asked, selected, start, onClose } = props;
  const client = useClient();
  const count = selected.length;
  if (asked === 'label') {
    const onSave = (label: string) => start(labelAction(client, label), true);
    return (
      <LabelManyDialog count={count} initial={commonLabel(selected)} onSave={onSave} onClose={onClose} />
    );
  }
  if (asked === 'restart') {
    return (
      <AskDialog
        title={texts.restartTitle(count)}
        text={texts.restartText(count)}
        confirm={texts.restart}
        keep={texts.cancel}
        devices={selected}
        onConfirm={() => start(restartAction(client), true)}
        onClose={onClose}
      />
    );
  }
  return (
    <AskDialog
      isDangerous
      title={texts.returnTitle(count)}
      text={texts.returnText(count)}
      confirm={texts.returnWithoutARefund(count)}
      keep={texts.keepThem(count)}
      devices={selected}
      onConfirm={() => start(returnAction(client), true)}
      onClose={onClose}
    />
  );
}

function commonLabel(devices: readonly Device[]): string {
  const labels = new Set(devices.map(({ label }) => label ?? ''));
  const [only = ''] = labels;
  return labels.size === 1 ? only : '';
}

function Tool(props: { icon: ReactNode; onClick(): void; children: ReactNode }) {
  return (
    <Button size="small" icon={props.icon} onClick={props.onClick}>
      {props.children}
    </Button>
  );
}

/** A button that opens the browser's own choice of files. */
function FileTool(props: {
  icon: ReactNode;
  accept?: string;
  isMultiple?: boolean;
  onFiles(files: readonly File[]): void;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tool icon={props.icon} onClick={() => input.current?.click()}>
        {props.children}
      </Tool>
      <input
        ref={input}
        type="file"
        hidden
        accept={props.accept}
        multiple={props.isMultiple ?? false}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file may be chosen again.
          target.value = '';
          if (files.length > 0) props.onFiles(files);
        }}
      />
    </>
  );
}
