import { exitChordName, type PhoneKey } from '@pocketfleet/stream-player';
import { Toolbar, ToolbarButton, Tooltip } from '@pocketfleet/ui';
import clsx from 'clsx';
import {
  ArrowLeft,
  AudioLines,
  Camera,
  ChartNoAxesColumn,
  Circle,
  CircleQuestionMark,
  ClipboardList,
  Folder,
  House,
  ImageIcon,
  Keyboard,
  LayoutGrid,
  type LucideIcon,
  type LucideProps,
  Maximize,
  Power,
  RotateCwSquare,
  SquareIcon,
  SquareStack,
  SquareTerminal,
  Volume1,
  Volume2,
  VolumeOff,
} from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import * as texts from '#language/session';
import { copyScreenshot, saveScreenshot } from './screenshot.ts';
import { useSessionPage } from './session-page-context.ts';
import type { Shortcut } from './shortcuts.ts';
import type { Panel, PanelTab } from './use-panel.ts';
import type { RecordingState } from './use-recording.ts';
import type { Shortcuts } from './use-shortcuts.ts';

type Props = {
  recording: RecordingState;
  panel: Panel;
  areStatsShown: boolean;
  shortcuts: Shortcuts;
  onFullScreen(): void;
  onStats(): void;
  onShortcuts(): void;
};

/** Beside the phone, in groups. Right-click and middle-click on the phone's screen do the same as Back and Home. */
export function PhoneToolbar(props: Props) {
  const { recording, panel, areStatsShown, shortcuts, onFullScreen, onStats } = props;
  const { device, live } = useSessionPage();
  const { player, isMuted } = live;
  const isReady = live.state.name === 'live' || live.state.name === 'stalled';
  const press = (key: PhoneKey) => () => player?.key(key);
  const isWide = useIsWide();
  const tool = (label: string, icon: ToolProps['icon'], onClick: () => void, extra: ToolExtra = {}) => (
    <Tool label={label} icon={icon} onClick={onClick} isWide={isWide} isDisabled={!isReady} {...extra} />
  );
  const keyTool = (label: string, icon: LucideIcon, key: PhoneKey & Shortcut, hint?: string) =>
    tool(label, icon, press(key), { hint: hintOf(key, hint) });
  const hintOf = (shortcut: Shortcut, more?: string) =>
    [shortcuts.nameOf(shortcut), more].filter(Boolean).join(' ');
  const panelTool = (label: string, icon: LucideIcon, tab: PanelTab) =>
    tool(label, icon, () => panel.toggle(tab), {
      isOn: panel.isShown && panel.tab === tab,
      isDisabled: false,
    });
  return (
    <Toolbar
      label={texts.phone}
      orientation={isWide ? 'vertical' : 'horizontal'}
      className="on-ink pf-scroll-edges z-10 flex rounded-card border border-hairline p-1 text-main max-md:w-full max-md:overflow-x-auto md:max-h-full md:flex-col md:overflow-y-auto"
    >
      <Group>
        {keyTool(texts.home, House, 'home', texts.orMiddleClick)}
        {keyTool(texts.back, ArrowLeft, 'back', texts.orRightClick)}
        {keyTool(texts.recents, SquareStack, 'recents')}
      </Group>
      <Group>
        {tool(texts.rotate, RotateCwSquare, () => player?.rotate(), { hint: hintOf('rotate') })}
        {keyTool(texts.phoneVolumeUp, Volume2, 'volume_up')}
        {keyTool(texts.phoneVolumeDown, Volume1, 'volume_down')}
        {tool(texts.sound, isMuted ? VolumeOff : AudioLines, () => live.setMuted(!isMuted), {
          hint: isMuted ? texts.isOffInThisBrowser : texts.isOnInThisBrowser,
          isOn: !isMuted,
          isDisabled: false,
        })}
        {keyTool(texts.power, Power, 'power')}
      </Group>
      <Group>
        {tool(texts.screenshot, Camera, () => void saveScreenshot(player, device.tag), {
          hint: texts.toAFile,
        })}
        {tool(texts.copyScreenshot, ImageIcon, () => void copyScreenshot(player), {
          hint: texts.toTheClipboard,
        })}
        {tool(
          recording.isOn ? texts.stopRecording : texts.record,
          recording.isOn ? SquareIcon : RecordDot,
          recording.toggle,
          { isOn: recording.isOn, isDisabled: !isReady && !recording.isOn },
        )}
      </Group>
      <Group>
        {panelTool(texts.clipboard, ClipboardList, 'clipboard')}
        {tool(texts.keyboard, Keyboard, () => player?.enterKeyboard(), {
          hint: hintOf('keyboard', texts.leaves(exitChordName())),
          isOn: live.isKeyboardInPhone,
        })}
        {panelTool(texts.files, Folder, 'files')}
        {panelTool(texts.apps, LayoutGrid, 'apps')}
      </Group>
      <Group>{panelTool(texts.shell, SquareTerminal, 'shell')}</Group>
      <Group>
        {tool(texts.fullScreen, Maximize, onFullScreen, {
          hint: hintOf('full_screen'),
          isDisabled: false,
        })}
        {tool(texts.shortcutsLabel, CircleQuestionMark, props.onShortcuts, { hint: '?', isDisabled: false })}
      </Group>
      <Group>
        {tool(texts.statistics, ChartNoAxesColumn, onStats, {
          isDisabled: false,
          isOn: areStatsShown,
        })}
      </Group>
    </Toolbar>
  );
}

/** Tailwind's `md`. On wider screens the toolbar stands beside the phone. */
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

type ToolProps = ToolExtra & {
  label: string;
  icon: LucideIcon | typeof RecordDot;
  isWide: boolean;
  onClick(): void;
};

/** Filled and red, so that it can't be mistaken for a key of the phone. */
function RecordDot(props: LucideProps) {
  return <Circle {...props} className="fill-error-bar text-error-bar" />;
}

function Tool(props: ToolProps) {
  const { label, icon: Icon, hint, isOn } = props;
  return (
    <Tooltip
      // Away from the phone, so that its picture stays free.
      side={props.isWide ? 'right' : 'top'}
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
          'inline-flex h-[38px] w-9 md:h-[clamp(24px,calc((100dvh-240px)/21),38px)] shrink-0 items-center justify-center rounded-control disabled:cursor-not-allowed disabled:opacity-40',
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
