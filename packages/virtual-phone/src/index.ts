export { type Faults, NO_FAULTS } from './faults.ts';
export { modelAt, PHONE_MODELS } from './models.ts';
export { type Phone, type PhoneDeps, type PhoneOptions, startPhone } from './phone.ts';
export { startAndroid } from './start-android.ts';
export { findResidue, plantResidue, RESIDUE_KINDS, type ResidueKind } from './testing/residue.ts';
