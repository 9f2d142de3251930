// The tools of the session page as data: the toolbar and its menu show the same.
import { exitChordName, type PhoneKey } from '@pocketfleet/stream-player';
import {
  ArrowLeft,
  AudioLines,
  Bug,
  CalendarPlus,
  Camera,
  ChartNoAxesColumn,
  CircleQuestionMark,
  ClipboardList,
  Folder,
  HandHelping,
  House,
  ImageIcon,
  Keyboard,
  LayoutGrid,
  ListChecks,
  type LucideIcon,
  Maximize,
  Power,
  RotateCwSquare,
  ScanSearch,
  SquareIcon,
  SquareStack,
  SquareTerminal,
  Volume1,
  Volume2,
  VolumeOff,
} from 'lucide-react';
import { giveBack } from '#language/seat';
import * as texts from '#language/session';
import * as toolTexts from '#language/session-tools';
import type { Shortcut } from '../../streams/shortcuts.ts';
import { RecordDot } from './record-dot.tsx';
import type { SessionPage } from './session-page-context.ts';
import type { Panel, PanelTab } from './use-panel.ts';
import type { RecordingState } from './use-recording.ts';
import type { Screenshots } from './use-screenshots.ts';
import type { Shortcuts } from './use-shortcuts.ts';

export type Tool = {
  label: string;
  icon: LucideIcon | typeof RecordDot;
  hint?: string;
  /** Undefined for a tool that is not switched on and off. */
  isOn?: boolean;
  isDisabled: boolean;
  /** Among the few that a phone's window has room for. */
  isMain?: boolean;
  /** A press leaves the focus where it is. */
  keepsFocus?: boolean;
  run(): void;
};

export type ToolParts = {
  recording: RecordingState;
  screenshots: Screenshots;
  panel: Panel;
  areStatsShown: boolean;
  shortcuts: Shortcuts;
  onFullScreen(): void;
  onStats(): void;
  onShortcuts(): void;
};

type More = Partial<Omit<Tool, 'label' | 'icon' | 'run'>>;

/** In the groups of the toolbar. Right-click and middle-click on the phone's screen do the same as Back and Home. */
export function toolGroups(page: SessionPage, parts: ToolParts): Tool[][] {
  const { recording, panel, shortcuts, screenshots } = parts;
  const { live } = page;
  const { player, isMuted } = live;
  const isReady = live.state.name === 'live' || live.state.name === 'stalled';
  const tool = (label: string, icon: Tool['icon'], run: () => void, more: More = {}): Tool => {
    return { label, icon, run, isDisabled: !isReady, ...more };
  };
  const hintOf = (shortcut: Shortcut, more?: string) =>
    [shortcuts.nameOf(shortcut), more].filter(Boolean).join(' ');
  const key = (label: string, icon: LucideIcon, name: PhoneKey & Shortcut, hint?: string): Tool => {
    const isMain = name === 'home' || name === 'back' || name === 'recents';
    return tool(label, icon, () => player?.key(name), { hint: hintOf(name, hint), isMain });
  };
  const tab = (label: string, icon: LucideIcon, value: PanelTab, more: More = {}): Tool => {
    const isOn = panel.isShown && panel.tab === value;
    return tool(label, icon, () => panel.toggle(value), { isOn, isDisabled: false, ...more });
  };
  return [
    [
      key(texts.home, House, 'home', texts.orMiddleClick),
      key(texts.back, ArrowLeft, 'back', texts.orRightClick),
      key(texts.recents, SquareStack, 'recents'),
    ],
    [
      tool(texts.rotate, RotateCwSquare, () => player?.rotate(), { hint: hintOf('rotate'), isMain: true }),
      key(texts.phoneVolumeUp, Volume2, 'volume_up'),
      key(texts.phoneVolumeDown, Volume1, 'volume_down'),
      tool(texts.sound, isMuted ? VolumeOff : AudioLines, () => live.setMuted(!isMuted), {
        hint: isMuted ? texts.isOffInThisBrowser : texts.isOnInThisBrowser,
        isOn: !isMuted,
        isDisabled: false,
      }),
      key(texts.power, Power, 'power'),
    ],
    [
      tool(texts.screenshot, Camera, () => void screenshots.take(), {
        hint: hintOf('screenshot', texts.toAFile),
        isMain: true,
      }),
      tool(texts.copyScreenshot, ImageIcon, () => void screenshots.copyNow(), { hint: texts.toTheClipboard }),
      tool(
        recording.isOn ? texts.stopRecording : texts.record,
        recording.isOn ? SquareIcon : RecordDot,
        recording.toggle,
        { hint: hintOf('record'), isOn: recording.isOn, isDisabled: !isReady && !recording.isOn },
      ),
    ],
    [
      tab(texts.clipboard, ClipboardList, 'clipboard'),
      tool(
        texts.keyboard,
        Keyboard,
        // The rendered state may be older than a quick click before.
        () => (player?.hasKeyboard() ? player.leaveKeyboard() : player?.enterKeyboard()),
        {
          hint: hintOf('keyboard', texts.leaves(exitChordName())),
          isOn: live.isKeyboardInPhone,
          isMain: true,
          // A press would end typing, and the click would begin it again.
          keepsFocus: true,
        },
      ),
      tab(texts.files, Folder, 'files', { hint: hintOf('files') }),
      tab(texts.apps, LayoutGrid, 'apps'),
    ],
    [
      tab(texts.shell, SquareTerminal, 'shell'),
      tab(toolTexts.steps, ListChecks, 'steps'),
      tab(toolTexts.debug, Bug, 'debug'),
      tab(toolTexts.inspect, ScanSearch, 'inspect'),
    ],
    [
      tool(texts.fullScreen, Maximize, parts.onFullScreen, {
        hint: hintOf('full_screen'),
        isDisabled: false,
      }),
      tool(texts.shortcutsLabel, CircleQuestionMark, parts.onShortcuts, { hint: '?', isDisabled: false }),
    ],
    [
      tool(texts.statistics, ChartNoAxesColumn, parts.onStats, {
        isDisabled: false,
        isOn: parts.areStatsShown,
      }),
    ],
  ];
}

/** Only in the menu: larger windows have it in the bar above the phone. */
export function extendTool(page: SessionPage): Tool {
  return { label: toolTexts.extendTheRental, icon: CalendarPlus, isDisabled: false, run: page.onExtend };
}

/** Only in the menu, as above. */
export function giveBackTool({ isBusy, run }: { isBusy: boolean; run(): void }): Tool {
  return { label: giveBack, icon: HandHelping, isDisabled: isBusy, run };
}
