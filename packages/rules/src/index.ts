// Pure rules that browser and server share: no Node, no DOM, no environment, no clock of their own.
export { brand } from './brand.ts';
export { timeRemaining } from './time-remaining.ts';
