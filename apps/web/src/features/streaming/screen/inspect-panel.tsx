// The screen as an outline beside the picture. A default export, because it is loaded when it is opened.
import type { ScreenNode } from '@pocketfleet/contract';
import { Banner, Button, copyText, SearchField, Spinner, toast } from '@pocketfleet/ui';
import { formatClock } from '@pocketfleet/ui/format';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/screen';
import * as sessionTexts from '#language/session';
import { useSessionPage } from '../session-page-context.ts';
import { ChosenNode } from './chosen-node.tsx';
import { ControlFrame } from './control-frame.tsx';
import type { Mirror } from './mirror.ts';
import { asSentence, nameOf, selectorOf } from './node-words.ts';
import { OutlineLines } from './outline-lines.tsx';
import { type LiveScreen, useLiveScreen } from './use-live-screen.ts';
import { usePointing } from './use-pointing.ts';

/** It reads the phone's screen while it is there. `overlay` lies over the picture. */
export default function InspectPanel({ overlay, mirror }: { overlay: HTMLElement | null; mirror: Mirror }) {
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
    <div className="flex h-full min-h-0 flex-col">
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
      <Head screen={screen} />
      <div className="min-h-0 flex-1 overflow-y-auto py-1">
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
      <ChosenNode node={find(chosen)} deviceId={device.id} />
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

/** The app and the outline's size; or why it can't be read, in the same place. */
function Head({ screen }: { screen: LiveScreen }) {
  const { notice, link, nodes, readAtMs } = screen;
  if (link.name === 'ended') {
    return (
      <div className="px-4 pb-2">
        <Banner kind="warning">{link.detail}</Banner>
      </div>
    );
  }
  if (notice !== null && notice.problem !== null) {
    const isEarlier = nodes.length > 0;
    return (
      <div className="px-4 pb-2">
        <Banner kind="warning">
          <strong className="block">{notice.busy ? texts.busy : texts.cantBeRead}</strong>
          {asSentence(notice.detail)} {isEarlier ? texts.outlineIsFrom(formatClock(readAtMs)) : ''}{' '}
          {texts.asksAgain}
        </Banner>
      </div>
    );
  }
  const step = notice?.shortened ?? 'none';
  const notes = [
    ...(notice === null ? [] : [texts.lines(nodes.length)]),
    ...(step === 'none' ? [] : [texts.shortened(texts.steps[step] ?? step)]),
    ...(notice?.truncated ? [texts.leftOut] : []),
    ...(notice === null ? [] : [notice.settled ? texts.settled : texts.changing]),
  ];
  return (
    <p className="flex min-h-8 shrink-0 items-center justify-between gap-3 border-hairline border-b px-4 text-small">
      <span className="min-w-0 truncate font-mono" title={notice?.app}>
        {notice?.app ?? ''}
      </span>
      <span className="shrink-0 text-second">{notes.join(' · ')}</span>
    </p>
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
  const lines = nodes.map((node) =>
    [`${'  '.repeat(node.depth)}${node.ref} ${node.role}`, nameOf(node), `{${selectorOf(node)}}`].join(' '),
  );
  if (await copyText(lines.join('\n'))) toast.success(texts.outlineCopied);
  else toast.error(sessionTexts.failedToCopyToClipboard);
}
