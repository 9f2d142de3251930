import { TooltipBeside } from '@pocketfleet/ui';
import { useEffect, useId, useRef, useState } from 'react';
import type { Tool } from './phone-tools.ts';
import { listenToToolbar } from './toolbar-pointers.ts';

/**
 * The name and the keys of the tool under the mouse or with the keyboard's focus. It stands beside the toolbar, because a
 * button that is put into a tooltip later is mounted anew and loses its focus. A default export: the page starts without it.
 */
export default function ToolTooltips(props: {
  bar: HTMLElement;
  /** All of them; a button of the toolbar gives its place among them in `data-tool`. */
  tools: readonly Tool[];
  side: 'top' | 'right';
}) {
  const { bar, tools, side } = props;
  const id = useId();
  const keysId = useId();
  const [button, setButton] = useState<HTMLElement | null>(null);
  const listening = useRef<ReturnType<typeof listenToToolbar>>(null);
  useEffect(() => {
    const ended = new AbortController();
    listening.current = listenToToolbar(bar, setButton, ended.signal);
    return () => ended.abort();
  }, [bar]);
  const tool = tools[Number(button?.dataset['tool'])];
  if (button === null || tool === undefined) return null;
  return (
    <TooltipBeside
      key={tool.label}
      anchor={button}
      id={id}
      // The button has the tool's name itself.
      description={tool.hint ? keysId : null}
      // Away from the phone, so that its picture stays free.
      side={side}
      onPointerEnter={() => listening.current?.keepOpen()}
      onPointerLeave={() => listening.current?.leave()}
    >
      {tool.label}{' '}
      {tool.hint ? (
        <span id={keysId} className="ml-1 opacity-70">
          {tool.hint}
        </span>
      ) : null}
    </TooltipBeside>
  );
}
