import { type Command, fail } from '../command.ts';

/** Each radio is a global setting. */
const RADIOS = new Map([
  ['bluetooth', 'bluetooth_on'],
  ['data', 'mobile_data'],
  ['nfc', 'nfc_on'],
  ['wifi', 'wifi_on'],
]);
/** BatteryManager.BATTERY_PLUGGED_*; `true` is all of them. */
const PLUGS = new Map([
  ['true', '7'],
  ['false', '0'],
  ['usb', '2'],
  ['ac', '1'],
  ['wireless', '4'],
  ['dock', '8'],
]);

/** `svc wifi|data|bluetooth|nfc enable|disable`, `svc power stayon|reboot|shutdown` */
export const svc: Command = (args, context) => {
  const [service = '', action = '', value = ''] = args;
  const { settings } = context.world;
  const key = RADIOS.get(service);
  if (key !== undefined) {
    if (action !== 'enable' && action !== 'disable')
      return fail(context, `Control the ${service} manager\n\nusage: svc ${service} [enable|disable]`);
    settings.set('global', key, action === 'enable' ? '1' : '0');
    return 0;
  }
  if (service !== 'power')
    return fail(context, 'Available commands:\n    power\n    data\n    wifi\n    nfc\n    bluetooth');
  if (action === 'reboot' || action === 'shutdown') {
    context.world.reboot();
    return 0;
  }
  const plugs = action === 'stayon' ? PLUGS.get(value) : undefined;
  if (plugs === undefined) return fail(context, 'usage: svc power stayon [true|false|usb|ac|wireless|dock]');
  settings.set('global', 'stay_on_while_plugged_in', plugs);
  return 0;
};
