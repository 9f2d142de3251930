import type { BatteryState } from '@pocketfleet/phone-parts';
import type { Scene } from '../draw/scene.ts';

export const STATUS_BAR_DP = 36;
export const NAVIGATION_BAR_DP = 24;
const SIDE = 26;

export function clockText(now: number): string {
  const date = new Date(now);
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
}

export function dateText(now: number): string {
  return new Date(now).toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric' });
}

export interface StatusBarState {
  readonly battery: BatteryState;
  readonly muted: boolean;
  readonly wifi: boolean;
  readonly airplane: boolean;
}

export function drawStatusBar(scene: Scene, state: StatusBarState, color: string): void {
  const middle = STATUS_BAR_DP / 2 + 2;
  scene.text(clockText(scene.now), SIDE, middle + 5, 14, color, { weight: 500, id: 'clock' });
  let x = scene.width - SIDE;
  const level = `${state.battery.level}%`;
  x -= scene.measure(level, 12, 500);
  scene.text(level, x, middle + 4.5, 12, color, { weight: 500, id: 'battery_percentage_view' });
  x -= 13;
  drawBattery(scene, x, middle, state.battery, color);
  const signs = [
    state.airplane ? 'airplanemode_active' : 'signal_cellular_4_bar',
    ...(state.wifi ? ['wifi'] : []),
    ...(state.muted ? ['notifications_off'] : []),
  ];
  for (const sign of signs) {
    x -= 18;
    scene.icon(sign, x, middle, 16, color, 1);
  }
}

function drawBattery(scene: Scene, x: number, y: number, battery: BatteryState, color: string): void {
  const { ctx } = scene;
  const body = { x: x - 4.5, y: y - 6, width: 9, height: 13 };
  scene.rounded({ x: x - 2, y: y - 8, width: 4, height: 3 }, 1, color);
  ctx.globalAlpha = 0.35;
  scene.rounded(body, 2, color);
  ctx.globalAlpha = 1;
  const filled = (body.height * Math.min(100, Math.max(0, battery.level))) / 100;
  const low = battery.level <= 20 && !battery.charging;
  scene.rounded(
    { ...body, y: body.y + body.height - filled, height: filled },
    Math.min(2, filled / 2),
    low ? '#ff6a55' : color,
  );
  if (battery.charging) scene.icon('bolt', x, y + 0.5, 11, color === '#ffffff' ? '#1d1d1f' : '#ffffff', 1);
}

/** The handle of gesture navigation at the bottom of the screen. */
export function drawNavigationHandle(scene: Scene, color: string): void {
  const width = Math.min(128, scene.width * 0.32);
  scene.ctx.globalAlpha = 0.9;
  scene.rounded({ x: (scene.width - width) / 2, y: scene.height - 13, width, height: 4.5 }, 2.5, color);
  scene.ctx.globalAlpha = 1;
}
