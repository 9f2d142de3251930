export { startAndroid } from './android/start-android.ts';
export { type Faults, NO_FAULTS } from './faults.ts';
export { modelAt, PHONE_MODELS } from './models.ts';
export { type Phone, type PhoneDeps, type PhoneOptions, startPhone } from './phone.ts';
export type { PhoneModel } from './phone-parts.ts';
export { findResidue, plantResidue, RESIDUE_KINDS, type ResidueKind } from './testing/residue.ts';
