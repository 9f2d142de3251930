/** Display power, lock and rotation. The phone locks when its display goes off; a swipe unlocks it, without a PIN. */
export function createPower(onChange: (what: 'power' | 'lock' | 'rotation') => void) {
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
    /** Quarter turns, 0 to 3. */
    get rotation() {
      return rotation;
    },
    set(wanted: boolean) {
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
    turn(turns: number) {
      const next = ((Math.trunc(turns) % 4) + 4) % 4;
      if (next === rotation) return;
      rotation = next;
      onChange('rotation');
    },
    /** As after a reboot: on, unlocked, upright. */
    restart() {
      on = true;
      locked = false;
      rotation = 0;
      onChange('rotation');
    },
  };
}

export type Power = ReturnType<typeof createPower>;
