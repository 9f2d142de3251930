import { type Command, fail } from '../command.ts';

/** Each radio is a global setting. */
const RADIOS = new Map([
  ['bluetooth', 'bluetooth_on'],
  ['data', 'mobile_data'],
  ['nfc', 'nfc_on'],
  ['wifi', 'wifi_on'],
]);

/** `svc wifi|data|bluetooth|nfc enable|disable` */
export const svc: Command = (args, context) => {
  const [service = '', action = ''] = args;
  const key = RADIOS.get(service);
  if (key === undefined)
    return fail(context, 'Available commands:\n    data\n    wifi\n    nfc\n    bluetooth');
  if (action !== 'enable' && action !== 'disable')
    return fail(context, `Control the ${service} manager\n\nusage: svc ${service} [enable|disable]`);
  context.world.settings.set('global', key, action === 'enable' ? '1' : '0');
  return 0;
};
