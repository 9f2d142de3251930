import { type ButtonHTMLAttributes, cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import { LazyBoundary } from './lazy-boundary.tsx';

/**
 * Only a button until it is used. The menu's code is fetched when the pointer or the focus reaches the button.
 * `menu` is loaded lazily, starts open (`Menu` with `startsOpen`) and has the same button as its trigger.
 */
export function MenuOnDemand(props: {
  button: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  menu: ReactNode;
  load(): Promise<unknown>;
}) {
  const [isWanted, setWanted] = useState(false);
  const fetchMenu = () => {
    // A failure here is retried, and shown, when the menu is opened.
    props.load().catch(() => undefined);
  };
  const closed = cloneElement(props.button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fetchMenu,
    onFocus: fetchMenu,
    onClick: () => setWanted(true),
    onKeyDown: (event) => {
      if (event.key === 'ArrowDown') setWanted(true);
    },
  });
  if (!isWanted) return closed;
  return (
    <LazyBoundary
      what="The menu"
      waiting={closed}
      instead={closed}
      over={{ isOpen: true, onClose: () => setWanted(false) }}
    >
      {props.menu}
    </LazyBoundary>
  );
}
