export type { App, AppServices, BuiltInApp, SoundVoice } from './app.ts';
export type { Scene } from './draw/scene.ts';
export type { Rect } from './draw/target.ts';
export { breakLines, startOf, type TextLine } from './draw/text-layout.ts';
export { landscape, noise } from './draw/wallpaper.ts';
export {
  drawAppBar,
  drawAvatar,
  drawButton,
  drawEmpty,
  drawRows,
  drawSearchBar,
  ROW_DP,
  type Row,
} from './draw/widgets.ts';
export { Scroller } from './scroller.ts';
export { createSystem, type System } from './system.ts';
export { clockText } from './system-ui/status-bar.ts';
export { TextField } from './text-field.ts';
