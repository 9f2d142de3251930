export { createServiceRouter } from './adb-services/service-router.ts';
export type { InputMethod } from './automation/input-methods.ts';
export type {
  Instrumentation,
  InstrumentationResult,
  InstrumentationStreams,
  InstrumentationValues,
} from './automation/instrumentations.ts';
export { waitForQuiet } from './automation/quiet.ts';
export { snapshotXml, uiautomatorAttributes, xmlElement } from './automation/tree-xml.ts';
export type { UiAutomationConnection } from './automation/ui-automation.ts';
export { readState, writeState } from './files/state-file.ts';
export { systemPackages } from './packages/system-packages.ts';
export { createPhoneSystem } from './phone-system.ts';
export type { Battery } from './settings/battery.ts';
export type { SettingsNamespace } from './settings/settings-store.ts';
export type { ShellWorld } from './shell/shell-world.ts';
