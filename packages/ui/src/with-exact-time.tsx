import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useId, useState } from 'react';

type Place = { left: number; top: number };

/**
 * A relative time whose absolute one shows below it on hover, on focus and on a tap. It lies in the window, not in the
 * table that would cut it off; Escape and scrolling take it away.
 */
export function WithExactTime({
  exact,
  className,
  children,
}: {
  exact: string;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const [place, setPlace] = useState<Place | null>(null);
  const show = (event: PointerEvent<HTMLElement> | FocusEvent<HTMLElement>) => {
    const { left, bottom, width } = event.currentTarget.getBoundingClientRect();
    setPlace({ left: left + width / 2, top: bottom });
  };
  const hide = () => setPlace(null);
  const isShown = place !== null;
  useEffect(() => {
    if (!isShown) return;
    const leave = () => setPlace(null);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && leave();
    window.addEventListener('scroll', leave, { capture: true, passive: true });
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('scroll', leave, { capture: true });
      window.removeEventListener('keydown', onKey);
    };
  }, [isShown]);
  return (
    <span className="inline-block" onPointerEnter={show} onPointerLeave={hide}>
      <button
        type="button"
        aria-describedby={isShown ? id : undefined}
        onFocus={show}
        onBlur={hide}
        className={className}
      >
        {children}
      </button>
      {place ? (
        <span
          role="tooltip"
          id={id}
          style={{ left: `clamp(100px, ${place.left}px, calc(100vw - 100px))`, top: place.top }}
          className="fixed z-50 w-max max-w-60 -translate-x-1/2 rounded-small bg-main px-2.5 py-1.5 font-sans text-caption text-page"
        >
          {exact}
        </span>
      ) : null}
    </span>
  );
}
