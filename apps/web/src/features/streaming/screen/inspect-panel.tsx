// The screen as an outline beside the picture. A default export, because it is loaded when it is opened.
import type { ScreenNode } from '@pocketfleet/contract';
import { Button, copyText, SearchField, Spinner, toast } from '@pocketfleet/ui';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/screen';
import * as sessionTexts from '#language/session';
import { useSessionPage } from '../session-page-context.ts';
import { ChosenNode } from './chosen-node.tsx';
import { ControlFrame } from './control-frame.tsx';
import type { Mirror } from './mirror.ts';
import { outlineText } from './node-words.ts';
import { OutlineHead } from './outline-head.tsx';
import { OutlineLines } from './outline-lines.tsx';
import { type LiveScreen, useLiveScreen } from './use-live-screen.ts';
import { usePointing } from './use-pointing.ts';

type Props = {
  /** Lies over the picture. */
  overlay: HTMLElement | null;
  /** At the left of the phone, where there is room: the last action stands there. */
  column: HTMLElement | null;
  mirror: Mirror;
};

/** Some lines stay in sight: where the panel is too low for all of its parts, it scrolls as a whole. */
const atLeast = { minHeight: 120 };

/** It reads the phone's screen while it is there. */
export default function InspectPanel({ overlay, column, mirror }: Props) {
  const { device } = useSessionPage();
  const screen = useLiveScreen(device.id);
  const [search, setSearch] = useState('');
  const [pointed, setPointed] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const { nodes, notice } = screen;
  const display = notice?.display ?? null;
  usePointing(overlay, { nodes, display, onPoint: setPointed, onPick: setChosen });
  const shown = nodes.filter((node) => matches(node, search));
  const find = (ref: string | null) => nodes.find((node) => node.ref === ref);
  const lit = find(pointed) ?? find(chosen);
  return (
    <div className="flex h-full min-h-0 flex-col overflow-y-auto">
      <div className="flex shrink-0 flex-wrap gap-2 px-4 pt-3 pb-2">
        <SearchField label={texts.search} value={search} onChange={setSearch} className="flex-1" />
        <Button
          icon={<Copy aria-hidden="true" />}
          disabled={nodes.length === 0}
          onClick={() => void copyOutline(nodes)}
        >
          {texts.copyOutline}
        </Button>
      </div>
      <OutlineHead screen={screen} />
      <div style={atLeast} className="flex-1 overflow-y-auto py-1">
        <OutlineLines
          label={texts.outlineOf(device.tag)}
          nodes={shown}
          changed={screen.changed}
          pointed={pointed}
          chosen={chosen}
          onPoint={setPointed}
          onChoose={setChosen}
        />
        <Nothing screen={screen} isSearched={search !== ''} count={shown.length} />
      </div>
      <ChosenNode node={find(chosen)} nodes={nodes} deviceId={device.id} column={column} />
      <div className="flex shrink-0 flex-wrap items-center gap-3 border-hairline border-t px-4 py-2">
        <p className="min-w-0 flex-1 text-caption text-second">{texts.hint}</p>
        <Button size="small" aria-pressed={mirror.isOn} onClick={mirror.toggle}>
          {texts.asControls}
        </Button>
      </div>
      {lit && display && overlay ? <ControlFrame node={lit} display={display} overlay={overlay} /> : null}
    </div>
  );
}

function Nothing({ screen, isSearched, count }: { screen: LiveScreen; isSearched: boolean; count: number }) {
  if (count > 0 || screen.link.name === 'ended') return null;
  if (screen.notice === null) {
    return (
      <div className="flex h-full items-center justify-center">
        <Spinner size={20} label={texts.reading} />
      </div>
    );
  }
  return <p className="px-4 py-3 text-second text-small">{isSearched ? texts.noMatch : texts.nothingOnIt}</p>;
}

function matches(node: ScreenNode, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [node.ref, node.id ?? '', node.role, node.label, node.value ?? '', node.hint ?? ''].some((part) =>
    part.toLowerCase().includes(wanted),
  );
}

async function copyOutline(nodes: readonly ScreenNode[]): Promise<void> {
  if (await copyText(outlineText(nodes))) toast.success(texts.outlineCopied);
  else toast.error(sessionTexts.failedToCopyToClipboard);
}
