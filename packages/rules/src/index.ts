// Pure rules that browser and server share: no Node, no DOM, no environment, no clock of their own.
export { brand } from './brand.ts';
export {
  type PasswordCheck,
  passwordChecks,
  passwordStrength,
  requiredPasswordScore,
} from './password-strength.ts';
export { isCommonPassword } from './refused-passwords.ts';
export { timeRemaining } from './time-remaining.ts';
