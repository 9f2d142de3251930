import type { ScreenNode } from '@pocketfleet/contract';
import { createPortal } from 'react-dom';

export type Display = { width: number; height: number };

/** Lights up a control's rectangle on the picture, with its ref. */
export function ControlFrame({
  node,
  display,
  overlay,
}: {
  node: ScreenNode;
  display: Display;
  overlay: HTMLElement;
}) {
  return createPortal(
    <div
      aria-hidden="true"
      data-ref={node.ref}
      className="absolute rounded-small bg-lime/25 outline-2 outline-lime"
      style={placeOf(node, display)}
    >
      <span className="absolute right-0.5 bottom-0.5 whitespace-nowrap rounded-small bg-lime px-1 font-mono text-[#0b0d11] text-caption">
        {node.ref} {node.role}
      </span>
    </div>,
    overlay,
  );
}

/** In percent of the picture, which is as large as the display. */
export function placeOf({ rect }: ScreenNode, { width, height }: Display) {
  return {
    left: `${(rect.x / width) * 100}%`,
    top: `${(rect.y / height) * 100}%`,
    width: `${(rect.width / width) * 100}%`,
    height: `${(rect.height / height) * 100}%`,
  };
}
