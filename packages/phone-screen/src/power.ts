/** Display power, lock and rotation. */
export interface Power {
  readonly on: boolean;
  readonly locked: boolean;
  /** Quarter turns, 0 to 3. */
  readonly rotation: number;
  set(on: boolean): void;
  unlock(): void;
  /** True when this turned the display. */
  turn(rotation: number): boolean;
  /** As after a reboot: on, unlocked, upright. */
  restart(): void;
}

/** The phone locks when its display goes off. It has no PIN, so a swipe unlocks it. */
export function createPower(onChange: (what: 'power' | 'lock' | 'rotation') => void): Power {
  let on = true;
  let locked = false;
  let rotation = 0;
  return {
    get on() {
      return on;
    },
    get locked() {
      return locked;
    },
    get rotation() {
      return rotation;
    },
    set(wanted) {
      if (wanted === on) return;
      on = wanted;
      if (!on) locked = true;
      onChange('power');
    },
    unlock() {
      if (!locked) return;
      locked = false;
      onChange('lock');
    },
    turn(turns) {
      const next = ((Math.trunc(turns) % 4) + 4) % 4;
      if (next === rotation) return false;
      rotation = next;
      onChange('rotation');
      return true;
    },
    restart() {
      on = true;
      locked = false;
      rotation = 0;
      onChange('rotation');
    },
  };
}
