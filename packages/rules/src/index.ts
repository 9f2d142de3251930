// Pure rules that browser and server share: no Node, no DOM, no environment, no clock of their own.
export {
  confirmPasswordTrouble,
  emailTrouble,
  filterUsername,
  firstNameTrouble,
  holdsUsername,
  lastNameTrouble,
  passwordTrouble,
  referrerTrouble,
  termsTrouble,
  typedPasswordTrouble,
  usernameInPassword,
  usernameTrouble,
} from './account-fields.ts';
export { brand } from './brand.ts';
export {
  type PasswordCheck,
  passwordChecks,
  passwordStrength,
  requiredPasswordScore,
} from './password-strength.ts';
export { timeRemaining } from './time-remaining.ts';
