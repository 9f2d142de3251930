import { LazyBoundary, lazyWithRetry, Toolbar, ToolbarButton } from '@pocketfleet/ui';
import clsx from 'clsx';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import * as texts from '#language/session';
import * as toolTexts from '#language/session-tools';
import { extendTool, giveBackTool, type Tool, type ToolParts, toolGroups } from './phone-tools.ts';
import { useGiveBack } from './seat/use-give-back.ts';
import { useSessionPage } from './session-page-context.ts';
import { useStageLayout } from './use-stage-layout.ts';

const loadMore = () => import('./more-tools.tsx');
const MoreTools = lazyWithRetry(loadMore);

const ToolTooltips = lazyWithRetry(() => import('./tool-tooltips.tsx'));

/** Beside the phone, in groups; below it in an upright phone's window. Tools without room are in a menu. */
export function PhoneToolbar(parts: ToolParts) {
  const page = useSessionPage();
  const layout = useStageLayout();
  // Known when the mouse or the keyboard first reaches it; the code that places tooltips is loaded then. A finger has none.
  const [reached, setReached] = useState<HTMLElement | null>(null);
  const isDesk = layout === 'desk';
  const side = layout === 'upright' ? 'top' : 'right';
  const give = useGiveBack();
  const groups = toolGroups(page, parts);
  const tools = groups.flat();
  return (
    <>
      <Toolbar
        label={texts.phone}
        orientation={layout === 'upright' ? 'horizontal' : 'vertical'}
        className="on-ink pf-scroll-edges z-10 flex flex-col rounded-card border border-hairline bg-page/60 p-1 text-main desk:max-h-full desk:overflow-y-auto upright:absolute upright:inset-x-0 upright:bottom-0 upright:flex-row upright:justify-between"
        onPointerEnter={({ currentTarget, pointerType }) => {
          if (pointerType !== 'touch') setReached(currentTarget);
        }}
        onFocus={({ currentTarget, target }) => {
          if (target.matches(':focus-visible')) setReached(currentTarget);
        }}
      >
        {isDesk
          ? groups.map((group) => (
              <Group key={group[0]?.label}>
                {group.map((tool) => (
                  <ToolButton key={tool.label} tool={tool} at={tools.indexOf(tool)} />
                ))}
              </Group>
            ))
          : tools
              .filter(({ isMain }) => isMain)
              .map((tool) => <ToolButton key={tool.label} tool={tool} at={tools.indexOf(tool)} />)}
        {isDesk ? null : (
          <More
            tools={[
              ...(give ? [giveBackTool(give)] : []),
              ...tools.filter(({ isMain }) => !isMain),
              extendTool(page),
            ]}
            side={side}
          />
        )}
      </Toolbar>
      {reached ? (
        <LazyBoundary what={toolTexts.theNameOfTheTool} isQuiet>
          <ToolTooltips bar={reached} tools={tools} side={side} />
        </LazyBoundary>
      ) : null}
    </>
  );
}

type Side = 'top' | 'right';

/** `at`: the tool's place among all tools, for its tooltip. */
function ToolButton({ tool, at }: { tool: Tool; at: number }) {
  const { label, icon: Icon, isOn } = tool;
  return (
    <ToolbarButton
      data-tool={at}
      aria-label={label}
      aria-pressed={isOn}
      disabled={tool.isDisabled}
      onClick={tool.run}
      onMouseDown={tool.keepsFocus ? (event) => event.preventDefault() : undefined}
      className={clsx(
        buttonClass,
        isOn ? 'bg-segment text-lime' : 'text-second enabled:hover:bg-segment enabled:hover:text-main',
      )}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
    </ToolbarButton>
  );
}

/** On a low stage there are two columns of buttons (`Group`), so that all of them fit. */
const buttonClass =
  'inline-flex h-[38px] w-9 shrink-0 items-center justify-center rounded-control disabled:cursor-not-allowed disabled:opacity-40 desk:h-[clamp(24px,calc((100dvh-262px)/13),38px)] desk:tall:h-[clamp(24px,calc((100dvh-276px)/22),38px)] upright:w-auto upright:min-w-0 upright:flex-1';

function More({ tools, side }: { tools: readonly Tool[]; side: Side }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ToolbarButton
        aria-label={toolTexts.more}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadMore().catch(() => undefined)}
        onClick={() => setOpen(!isOpen)}
        className={clsx(buttonClass, 'text-second enabled:hover:bg-segment enabled:hover:text-main')}
      >
        <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />
      </ToolbarButton>
      <LazyBoundary what={toolTexts.moreTools} over={{ isOpen, onClose: () => setOpen(false) }}>
        {isOpen ? <MoreTools tools={tools} side={side} onClose={() => setOpen(false)} /> : null}
      </LazyBoundary>
    </>
  );
}

function Group({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-2 gap-0.5 border-hairline py-1 not-last:border-b tall:grid-cols-1">
      {children}
    </div>
  );
}
