// Building blocks that apps and system screens share, in the look of current Android.
import type { Scene } from './scene.ts';
import type { Rect } from './target.ts';
import type { Theme } from './theme.ts';

const APP_BAR_DP = 60;
export const ROW_DP = 68;

/** Fills the screen and draws a title with a back button. Returns the y below it. */
export function drawAppBar(scene: Scene, theme: Theme, title: string, onBack?: () => void): number {
  const { top } = scene.insets;
  scene.rect(scene.bounds, theme.background);
  const middle = top + APP_BAR_DP / 2;
  let x = 22;
  if (onBack) {
    scene.icon('arrow_back', 32, middle, 24, theme.text);
    const back = { x: 4, y: middle - 28, width: 56, height: 56 };
    scene.view(back, { className: 'ImageButton', description: 'Navigate up', onTap: onBack });
    x = 62;
  }
  scene.text(title, x, middle + 8, 22, theme.text, {
    weight: 500,
    maxWidth: scene.width - x - 90,
    id: 'title',
  });
  return top + APP_BAR_DP;
}

export interface Row {
  readonly icon?: string;
  /** Colour of the icon's circle. */
  readonly color?: string;
  readonly title: string;
  readonly detail?: string;
  /** Shows a switch at the end of the row. */
  readonly checked?: boolean;
  /** Text at the end of the row. */
  readonly value?: string;
  readonly onTap?: () => void;
}

/** Draws rows as one card. Returns the y below it. */
export function drawRows(scene: Scene, theme: Theme, rows: readonly Row[], y: number, side = 16): number {
  const card = { x: side, y, width: scene.width - 2 * side, height: rows.length * ROW_DP };
  scene.rounded(card, 22, theme.surface);
  rows.forEach((row, index) => {
    const at = { x: card.x, y: y + index * ROW_DP, width: card.width, height: ROW_DP };
    if (index > 0) {
      const line = {
        x: at.x + (row.icon ? 68 : 20),
        y: at.y,
        width: at.width - (row.icon ? 88 : 40),
        height: 1,
      };
      scene.rect(line, theme.hairline);
    }
    const view = { className: 'LinearLayout', ...(row.onTap ? { onTap: row.onTap } : {}) };
    scene.view(at, view, () => drawRow(scene, theme, row, at));
  });
  return y + card.height + 14;
}

function drawRow(scene: Scene, theme: Theme, row: Row, at: Rect): void {
  const middle = at.y + at.height / 2;
  let x = at.x + 20;
  if (row.icon) {
    scene.circle(at.x + 38, middle, 19, row.color ?? theme.tint);
    scene.icon(row.icon, at.x + 38, middle, 20, row.color ? '#ffffff' : theme.onTint, 1);
    x = at.x + 70;
  }
  let right = at.x + at.width - 20;
  if (row.checked !== undefined) {
    const isChecked = row.checked;
    const switchX = right - 48;
    scene.view(
      { x: switchX, y: middle - 14, width: 48, height: 28 },
      { className: 'Switch', id: 'android:id/switch_widget', isChecked },
      () => drawSwitch(scene, theme, switchX, middle, isChecked),
    );
    right -= 60;
  }
  if (row.value !== undefined) {
    right -= 8 + scene.text(row.value, right, middle + 5, 14, theme.secondText, { align: 'right' });
  }
  const titleY = row.detail === undefined ? middle + 6 : middle - 3;
  scene.text(row.title, x, titleY, 16.5, theme.text, { maxWidth: right - x, id: 'android:id/title' });
  if (row.detail !== undefined) {
    scene.text(row.detail, x, middle + 17, 13.5, theme.secondText, {
      maxWidth: right - x,
      id: 'android:id/summary',
    });
  }
}

function drawSwitch(scene: Scene, theme: Theme, x: number, middle: number, on: boolean): void {
  scene.rounded({ x, y: middle - 14, width: 48, height: 28 }, 14, on ? theme.accent : theme.raised);
  if (!on) {
    scene.ctx.strokeStyle = theme.secondText;
    scene.ctx.lineWidth = 1.5;
    scene.ctx.beginPath();
    scene.ctx.roundRect(x + 0.75, middle - 13.25, 46.5, 26.5, 13.25);
    scene.ctx.stroke();
  }
  scene.circle(on ? x + 34 : x + 14, middle, on ? 10 : 7.5, on ? theme.onAccent : theme.secondText);
}

interface Button {
  readonly id: string;
  readonly text: string;
  readonly ground: string;
  readonly color: string;
  readonly onTap: () => void;
}

/** Draws a text in the middle of a round button. */
export function drawButton(scene: Scene, rect: Rect, { id, text, ground, color, onTap }: Button): void {
  const { x, y, width, height } = rect;
  scene.rounded(rect, height / 2, ground);
  scene.view(rect, { className: 'Button', id, text, onTap }, () =>
    scene.text(text, x + width / 2, y + height / 2 + 5, 15, color, { weight: 500, align: 'center' }),
  );
}

interface SearchBar {
  readonly text: string;
  readonly ground: string;
  readonly color: string;
  readonly id?: string;
}

/** Draws a field for a search. Returns the x behind its text. */
export function drawSearchBar(scene: Scene, bar: Rect, { text, ground, color, id }: SearchBar): number {
  const middle = bar.y + bar.height / 2;
  scene.rounded(bar, bar.height / 2, ground);
  scene.icon('search', bar.x + 28, middle, 22, color);
  const style = { maxWidth: bar.width - 80, ...(id === undefined ? {} : { id }) };
  return bar.x + 52 + scene.text(text, bar.x + 52, middle + 6, 16, color, style);
}

/** Draws an icon and a text in the middle of an empty screen. */
export function drawEmpty(scene: Scene, theme: Theme, icon: string, title: string, detail: string): void {
  const middle = scene.width / 2;
  const y = scene.height / 2 - 30;
  scene.circle(middle, y - 20, 44, theme.raised);
  scene.icon(icon, middle, y - 20, 40, theme.secondText, 1);
  scene.text(title, middle, y + 58, 18, theme.text, { weight: 500, align: 'center' });
  scene.text(detail, middle, y + 84, 14, theme.secondText, { align: 'center', maxWidth: scene.width - 48 });
}

/** Draws a made-up face; the same number gives the same face. */
export function drawAvatar(scene: Scene, x: number, y: number, radius: number, number: number): void {
  const hue = (number * 67) % 360;
  const { ctx } = scene;
  const ground = ctx.createLinearGradient(x - radius, y - radius, x + radius, y + radius);
  ground.addColorStop(0, `hsl(${hue} 52% 62%)`);
  ground.addColorStop(1, `hsl(${(hue + 70) % 360} 48% 46%)`);
  ctx.fillStyle = ground;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.fillStyle = 'rgba(255, 255, 255, 0.88)';
  ctx.beginPath();
  ctx.arc(x, y - radius * 0.2, radius * 0.34, 0, Math.PI * 2);
  ctx.fill();
  ctx.beginPath();
  ctx.arc(x, y + radius * 0.95, radius * 0.68, 0, Math.PI * 2);
  ctx.fill();
  ctx.restore();
}
