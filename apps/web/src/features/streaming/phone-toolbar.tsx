import { exitChordName, type PhoneKey, type Player } from '@pocketfleet/stream-player';
import { Toolbar, ToolbarButton, Tooltip } from '@pocketfleet/ui';
import clsx from 'clsx';
import {
  ArrowLeft,
  AudioLines,
  Camera,
  ChartNoAxesColumn,
  CircleDot,
  CircleIcon,
  ClipboardList,
  Folder,
  Images,
  Keyboard,
  LayoutGrid,
  type LucideIcon,
  Maximize,
  Power,
  RotateCw,
  SquareIcon,
  SquareStack,
  SquareTerminal,
  Volume1,
  Volume2,
  VolumeOff,
} from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { copyScreenshot, saveScreenshot } from './screenshot.ts';
import type { PanelTab } from './session-panel.tsx';

type Props = {
  player: Player | null;
  /** Whether the phone takes orders now. */
  isReady: boolean;
  tag: string;
  isKeyboardInPhone: boolean;
  isMuted: boolean;
  isRecording: boolean;
  panel: PanelTab | null;
  areStatsShown: boolean;
  onFullScreen(): void;
  onRecord(): void;
  onMute(isMuted: boolean): void;
  onPanel(tab: PanelTab): void;
  onStats(): void;
};

/** Beside the phone, in groups. Right-click and middle-click on the picture do the same as back and home. */
export function PhoneToolbar(props: Props) {
  const { player, isReady } = props;
  const press = (key: PhoneKey) => () => player?.key(key);
  const tool = (label: string, icon: LucideIcon, act: () => void, extra: ToolExtra = {}) => (
    <Tool label={label} icon={icon} onClick={act} isDisabled={!isReady} {...extra} />
  );
  const panel = (label: string, icon: LucideIcon, tab: PanelTab) =>
    tool(label, icon, () => props.onPanel(tab), { isOn: props.panel === tab, isDisabled: false });
  return (
    <Toolbar
      label="Phone"
      orientation={useIsWide() ? 'vertical' : 'horizontal'}
      className="on-ink pf-scroll-edges z-10 flex rounded-card border border-hairline p-1 text-main max-md:w-full max-md:overflow-x-auto md:max-h-full md:flex-col md:overflow-y-auto"
    >
      <Group>
        {tool('Home', CircleIcon, press('home'), { hint: 'or middle-click' })}
        {tool('Back', ArrowLeft, press('back'), { hint: 'or right-click' })}
        {tool('Recents', SquareStack, press('recents'))}
      </Group>
      <Group>
        {tool('Rotate', RotateCw, () => player?.rotate())}
        {tool('Phone volume up', Volume2, press('volume_up'))}
        {tool('Phone volume down', Volume1, press('volume_down'))}
        {tool('Sound', props.isMuted ? VolumeOff : AudioLines, () => props.onMute(!props.isMuted), {
          hint: props.isMuted ? 'is off in this browser' : 'is on in this browser',
          isOn: !props.isMuted,
          isDisabled: false,
        })}
        {tool('Power', Power, press('power'))}
      </Group>
      <Group>
        {tool('Screenshot', Camera, () => void saveScreenshot(player, props.tag), { hint: 'to a file' })}
        {tool('Copy screenshot', Images, () => void copyScreenshot(player), { hint: 'to the clipboard' })}
        {tool(
          props.isRecording ? 'Stop recording' : 'Record',
          props.isRecording ? SquareIcon : CircleDot,
          props.onRecord,
          { isOn: props.isRecording, isDisabled: !isReady && !props.isRecording },
        )}
      </Group>
      <Group>
        {panel('Clipboard', ClipboardList, 'clipboard')}
        {tool('Keyboard', Keyboard, () => player?.enterKeyboard(), {
          hint: `${exitChordName()} leaves`,
          isOn: props.isKeyboardInPhone,
        })}
        {panel('Files', Folder, 'files')}
        {panel('Apps', LayoutGrid, 'apps')}
      </Group>
      <Group>{panel('Shell', SquareTerminal, 'shell')}</Group>
      <Group>{tool('Full screen', Maximize, props.onFullScreen, { isDisabled: false })}</Group>
      <Group>
        {tool('Statistics', ChartNoAxesColumn, props.onStats, {
          isDisabled: false,
          isOn: props.areStatsShown,
        })}
      </Group>
    </Toolbar>
  );
}

/** Tailwind's `md`: from there on the toolbar stands beside the phone. */
const wide = '(min-width: 48rem)';

function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(wide);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(wide).matches,
  );
}

type ToolExtra = { hint?: string; isOn?: boolean; isDisabled?: boolean };

function Tool(props: ToolExtra & { label: string; icon: LucideIcon; onClick(): void }) {
  const { label, icon: Icon, hint, isOn } = props;
  return (
    <Tooltip
      side="left"
      content={
        <>
          {label} {hint ? <span className="ml-1 opacity-70">{hint}</span> : null}
        </>
      }
    >
      <ToolbarButton
        aria-label={label}
        aria-pressed={isOn}
        disabled={props.isDisabled}
        onClick={props.onClick}
        className={clsx(
          'inline-flex h-[38px] w-9 md:h-[clamp(24px,calc((100dvh-240px)/20),38px)] shrink-0 items-center justify-center rounded-control disabled:cursor-not-allowed disabled:opacity-40',
          isOn ? 'bg-segment text-lime' : 'text-second enabled:hover:bg-segment enabled:hover:text-main',
        )}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </ToolbarButton>
    </Tooltip>
  );
}

function Group({ children }: { children: ReactNode }) {
  return (
    <div className="flex gap-0.5 border-hairline max-md:px-1 max-md:not-last:border-r md:flex-col md:py-1 md:not-last:border-b">
      {children}
    </div>
  );
}
