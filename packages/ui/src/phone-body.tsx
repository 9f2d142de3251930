import clsx from 'clsx';
import type { CSSProperties, ReactNode } from 'react';

export type PhoneFamily = 'pixel' | 'galaxy' | 'moto';

/** Outer corner radius of each family, in px at scale 1 (a 322 x 715 screen). */
const outerRadius: Record<PhoneFamily, number> = { pixel: 55, galaxy: 38, moto: 44 };
const bezel = 9;
const metal = 4;

/** The family of a model's name; unknown ones look like a Pixel. */
export function phoneFamily(model: string): PhoneFamily {
  if (/galaxy|samsung|^sm-/i.test(model)) return 'galaxy';
  return /moto/i.test(model) ? 'moto' : 'pixel';
}

/**
 * A phone's body around its screen: metal edge 4 px, bezel 9 px, buttons 3 px, all scaled as one.
 * The screen is `screenWidth` x `screenHeight` px (322 x 715) times `scale`.
 */
export function PhoneBody({
  family,
  scale = 1,
  screenWidth = 322,
  screenHeight = 715,
  isRinged,
  children,
}: {
  family: PhoneFamily;
  scale?: number;
  screenWidth?: number;
  screenHeight?: number;
  /** The lime ring: selected in the mosaic, or the keyboard is in the phone. */
  isRinged?: boolean;
  children: ReactNode;
}) {
  // Hundredths are finer than any screen; sixteen digits only make pages longer.
  const px = (value: number) => `${Math.round(value * scale * 100) / 100}px`;
  const isLying = screenWidth > screenHeight;
  const frame: CSSProperties = {
    padding: px(metal),
    borderRadius: px(outerRadius[family]),
    background: 'var(--pf-metal)',
  };
  return (
    <div className="relative inline-block" style={{ marginRight: px(3) }}>
      <SideButton isLying={isLying} at={px(170)} length={px(64)} depth={px(3)} />
      <SideButton isLying={isLying} at={px(266)} length={px(112)} depth={px(3)} />
      <div style={frame} className="relative">
        {/* It changes its opacity only: a new outline colour would paint everything behind the phone again. */}
        <div
          aria-hidden="true"
          className={clsx(
            'pointer-events-none absolute inset-0 outline-2 outline-lime outline-offset-4 transition-opacity duration-120',
            isRinged ? 'opacity-100' : 'opacity-0',
          )}
          style={{ borderRadius: px(outerRadius[family]) }}
        />
        <div
          className="bg-[#000]"
          style={{ padding: px(bezel), borderRadius: px(outerRadius[family] - metal) }}
        >
          <div
            className="relative overflow-hidden bg-ink"
            style={{
              width: px(screenWidth),
              height: px(screenHeight),
              borderRadius: px(outerRadius[family] - metal - bezel),
            }}
          >
            {children}
          </div>
        </div>
      </div>
    </div>
  );
}

type SideButtonProps = { isLying: boolean; at: string; length: string; depth: string };

/** On the right edge, which is the upper one of a phone that lies on its side. */
function SideButton({ isLying, at, length, depth }: SideButtonProps) {
  const out = `-${depth}`;
  return (
    <span
      aria-hidden="true"
      className={clsx('absolute bg-(--pf-button)', isLying ? 'rounded-t-[2px]' : 'rounded-r-[2px]')}
      style={
        isLying
          ? { left: at, width: length, height: depth, top: out }
          : { top: at, height: length, width: depth, right: out }
      }
    />
  );
}
