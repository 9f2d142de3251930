// Decides which tool's tooltip is shown, from the mouse, the keyboard's focus and Escape.

/** The mouse passes over tools on its way to another one. */
const restMs = 300;
/** For the way from a tool to its tooltip, which can be pointed at too. */
const leaveMs = 150;

/**
 * Listens until `signal` aborts, then shows none. `onShow` gets the tool's button, or null for no tooltip. Call `keepOpen` and
 * `leave` when the mouse enters and leaves the tooltip.
 */
export function listenToToolbar(
  bar: HTMLElement,
  onShow: (button: HTMLElement | null) => void,
  signal: AbortSignal,
) {
  let shown: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (button: HTMLElement | null, afterMs = 0) => {
    clearTimeout(timer);
    const change = () => {
      shown = button;
      onShow(button);
    };
    if (afterMs === 0) change();
    else timer = setTimeout(change, afterMs);
  };
  const rest = (button: HTMLElement) => show(button, shown === null ? restMs : 0);
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ) => bar.addEventListener(type, listener, { signal });

  on('pointerover', (event) => {
    const button = buttonOf(event.target);
    if (event.pointerType === 'touch' || button === null || event.buttons !== 0) return;
    if (button === shown) clearTimeout(timer);
    else rest(button);
  });
  on('pointerout', (event) => {
    if (buttonOf(event.relatedTarget) === null) show(null, leaveMs);
  });
  on('pointerdown', () => show(null));
  on('focusin', ({ target }) => {
    const button = buttonOf(target);
    if (button?.matches(':focus-visible')) show(button);
  });
  on('focusout', () => show(null));
  on('scroll', () => show(null));
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') show(null);
  };
  document.addEventListener('keydown', onKey, { signal, capture: true });
  signal.addEventListener('abort', () => show(null));

  // The mouse or the focus was there before this code.
  const focused = bar.querySelector<HTMLElement>('[data-tool]:focus-visible');
  const pointed = bar.querySelector<HTMLElement>('[data-tool]:hover');
  if (focused !== null) show(focused);
  else if (pointed !== null) rest(pointed);
  return { keepOpen: () => clearTimeout(timer), leave: () => show(null, leaveMs) };
}

function buttonOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tool]') : null;
}
