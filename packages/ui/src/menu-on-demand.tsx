import {
  type ButtonHTMLAttributes,
  cloneElement,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';

/**
 * Only a button until it is used: the menu's code is fetched on the way to it, so that no page waits for it.
 * `menu` is loaded lazily, starts open (`Menu` with `startsOpen`) and has the same button as its trigger.
 */
export function MenuOnDemand(props: {
  button: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  menu: ReactNode;
  load(): Promise<unknown>;
}) {
  const [isWanted, setWanted] = useState(false);
  const fetchMenu = () => {
    // What fails now is tried again when the menu is opened, and says so then.
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
  return isWanted ? <Suspense fallback={closed}>{props.menu}</Suspense> : closed;
}
