// The on-screen keyboard. A key types when its finger lifts. Fingers are independent, so fast typing works.
import type { TouchAction } from '@pocketfleet/phone-parts';
import type { Scene } from '../draw/scene.ts';
import type { Rect } from '../draw/target.ts';
import type { Theme } from '../draw/theme.ts';

export interface KeyboardDeps {
  readonly theme: () => Theme;
  readonly invalidate: () => void;
  readonly type: (text: string) => void;
  readonly backspace: () => void;
  readonly enter: () => void;
}

const LAYERS = {
  letters: ['qwertyuiop', 'asdfghjkl', '⇧zxcvbnm⌫', '⌥,␣.⏎'],
  symbols: ['1234567890', '@#$_&-+()/', '≡*"\':;!?⌫', '⌥,␣.⏎'],
  more: ['~`|•√π÷×§∆', '£€¥^°={}\\%', '≡©®™✓[]<⌫', '⌥,␣.⏎'],
} as const;
const WIDE = new Map([
  ['⇧', 1.45],
  ['⌫', 1.45],
  ['≡', 1.45],
  ['⌥', 1.45],
  ['⏎', 1.45],
  ['␣', 5],
]);
/** Names of the symbols for accessibility tools. */
const NAMES = new Map([
  ['⇧', 'Shift'],
  ['⌫', 'Delete'],
  ['≡', 'Symbols'],
  ['⌥', 'Symbol keyboard'],
  ['⏎', 'Enter'],
  ['␣', 'Space'],
]);
const ROW = 54;
const EDGE = 4;

export function createKeyboard(deps: KeyboardDeps) {
  let layer: keyof typeof LAYERS = 'letters';
  let shift: 'off' | 'once' | 'lock' = 'off';
  const pressed = new Map<number, string>();

  const commit = (key: string) => {
    switch (key) {
      case '⇧':
        shift = shift === 'off' ? 'once' : shift === 'once' ? 'lock' : 'off';
        return;
      case '≡':
        layer = layer === 'symbols' ? 'more' : 'symbols';
        return;
      case '⌥':
        layer = layer === 'letters' ? 'symbols' : 'letters';
        return;
      case '⌫':
        return deps.backspace();
      case '⏎':
        return deps.enter();
      case '␣':
        return deps.type(' ');
      default: {
        deps.type(shift === 'off' ? key : key.toUpperCase());
        if (shift === 'once') shift = 'off';
      }
    }
  };

  const touch = (key: string) => (action: TouchAction, pointerId: number) => {
    if (action === 'down') pressed.set(pointerId, key);
    if (action === 'cancel') pressed.delete(pointerId);
    if (action === 'up' && pressed.delete(pointerId)) commit(key);
    deps.invalidate();
  };

  /** In dp, including the navigation handle. */
  const height = (scene: Scene) => (scene.width > scene.height ? 4 * 40 : 4 * ROW) + 16 + 26;

  const drawKey = (scene: Scene, key: string, cell: Rect) => {
    const theme = deps.theme();
    const special = WIDE.has(key) && key !== '␣';
    const down = [...pressed.values()].includes(key);
    const face = { x: cell.x + 3, y: cell.y + 4, width: cell.width - 6, height: cell.height - 8 };
    const lit = theme.dark ? theme.raised : '#ffffff';
    const ground = key === '⏎' ? theme.accent : special ? theme.tint : lit;
    scene.rounded(face, 8, down ? theme.hairline : ground);
    const x = face.x + face.width / 2;
    const y = face.y + face.height / 2;
    const color = key === '⏎' ? theme.onAccent : theme.text;
    const symbol = { '⇧': 'shift', '⌫': 'backspace', '⏎': 'keyboard_return', '␣': 'space_bar' }[key];
    if (key === '⇧')
      scene.icon(shift === 'lock' ? 'shift_lock' : 'shift', x, y, 22, color, shift === 'off' ? 0 : 1);
    else if (symbol && key !== '␣') scene.icon(symbol, x, y, 22, color);
    else if (key === '␣') scene.text('English', x, y + 5, 13, theme.secondText, { align: 'center' });
    else if (key === '⌥' || key === '≡') {
      const label = key === '⌥' ? (layer === 'letters' ? '?123' : 'ABC') : layer === 'more' ? '?123' : '=\\<';
      scene.text(label, x, y + 5, 14, color, { align: 'center' });
    } else {
      scene.text(shift === 'off' ? key : key.toUpperCase(), x, y + 7.5, 22, color, { align: 'center' });
    }
  };

  return {
    height,
    draw(scene: Scene) {
      const theme = deps.theme();
      const total = height(scene);
      const top = scene.height - total;
      const board = { x: 0, y: top, width: scene.width, height: total };
      scene.rect(board, theme.dark ? theme.surface : theme.raised);
      scene.target({ ...board, blocks: true });
      const rowHeight = (total - 42) / 4;
      const unit = (scene.width - 2 * EDGE) / 10;
      LAYERS[layer].forEach((row, index) => {
        const keys = [...row];
        const units = keys.reduce((sum, key) => sum + (WIDE.get(key) ?? 1), 0);
        // The row of nine letters is centred; the other rows fill the width.
        const stretch = index === 1 ? 1 : 10 / units;
        let x = EDGE + ((10 - units * stretch) * unit) / 2;
        for (const key of keys) {
          const width = (WIDE.get(key) ?? 1) * unit * stretch;
          const cell = { x, y: top + 8 + index * rowHeight, width, height: rowHeight };
          const view = {
            className: 'android.inputmethodservice.Keyboard$Key',
            description: NAMES.get(key) ?? (shift === 'off' ? key : key.toUpperCase()),
            touch: touch(key),
          };
          scene.view(cell, view, () => drawKey(scene, key, cell));
          x += width;
        }
      });
    },
  };
}
