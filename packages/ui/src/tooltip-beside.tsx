import { Popper } from 'radix-ui/internal';
import { type ComponentProps, useLayoutEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { tooltipClass } from './tooltip.tsx';

/**
 * A tooltip beside an element that is mounted already, so that the code which places it can be loaded after that element.
 * The caller decides when it is shown. While it is shown, the element `description` describes the anchor: the tooltip, or the
 * part of it that the anchor's name doesn't say; null: none of it.
 */
export function TooltipBeside({
  anchor,
  id,
  description = id,
  side,
  ...content
}: {
  anchor: HTMLElement;
  id: string;
  description?: string | null;
  side: 'top' | 'right' | 'bottom' | 'left';
} & Pick<ComponentProps<'div'>, 'children' | 'onPointerEnter' | 'onPointerLeave'>) {
  const virtualRef = useMemo(() => ({ current: anchor }), [anchor]);
  useLayoutEffect(() => {
    // Rendering it on the element would need the caller to render again when it is shown.
    if (description === null) return;
    anchor.setAttribute('aria-describedby', description);
    return () => anchor.removeAttribute('aria-describedby');
  }, [anchor, description]);
  return createPortal(
    <Popper.Root>
      <Popper.Anchor virtualRef={virtualRef} />
      <Popper.Content
        {...content}
        id={id}
        role="tooltip"
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className={tooltipClass}
      />
    </Popper.Root>,
    // Within the page's landmark, where readers of the screen look for all of its words.
    anchor.closest('main') ?? document.body,
  );
}
