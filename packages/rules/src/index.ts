// Pure rules that browser and server share: no Node, no DOM, no environment, no clock of their own.
export {
  confirmPasswordError,
  emailError,
  filterSignInName,
  filterUsername,
  firstNameError,
  holdsUsername,
  lastNameError,
  passwordError,
  referrerError,
  typedPasswordError,
  usernameError,
  usernameInPassword,
  withoutInvisible,
} from './account-fields.ts';
export { brand } from './brand.ts';
export {
  holdExtensionMinutes,
  holdLeftMs,
  holdMinutes,
  longestHoldMinutes,
  longestReservationDays,
  refuseUnpaidHold,
  type UnpaidHolds,
} from './holds.ts';
export * from './models.ts';
export {
  type PasswordCheck,
  passwordChecks,
  passwordStrength,
  requiredPasswordScore,
} from './password-strength.ts';
export {
  defaultRentalPeriod,
  findRentalPeriod,
  findRentalPeriodByLength,
  type PeriodType,
  phonesPerOrder,
  type RentalPeriod,
  type RentalPeriodValue,
  rentalCostCents,
  rentalPeriods,
} from './periods.ts';
export { phoneName } from './phone-names.ts';
export {
  type BillingCycle,
  billedAtOnce,
  billingCycles,
  type Plan,
  plans,
  savingsCents,
  usd,
} from './prices.ts';
export {
  addMonths,
  checkStart,
  dailyWindowDays,
  endOfExtension,
  endOfPeriod,
  instantOfLocalTime,
  periodOfRental,
  windowMonths,
} from './rental-dates.ts';
export { soundsLikeUs } from './reserved-names.ts';
export { termsChanged, termsError, termsVersion } from './terms.ts';
export { timeRemaining } from './time-remaining.ts';
