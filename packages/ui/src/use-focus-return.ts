import { useRef } from 'react';

/**
 * For the content of a dialog that no trigger of its own opens: keeps where the focus was and brings it back at
 * the end. When that place is gone by then (a button in a drawer), the page's main part gets it, so that
 * the keyboard goes on from the page and not from its very top.
 */
export function useFocusReturn() {
  const from = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      // An item of a menu is gone by then; the menu's button is still there.
      const menu = document.activeElement?.closest('[role=menu]');
      const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
      from.current = button ?? document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const isThere = from.current?.isConnected && from.current !== document.body;
      const target = isThere ? from.current : document.querySelector('main');
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
