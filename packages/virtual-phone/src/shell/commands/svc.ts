import { type Command, complain, print } from '../command.ts';

/** Radios that are a global setting each. */
const SWITCHES: Readonly<Record<string, string>> = {
  bluetooth: 'bluetooth_on',
  data: 'mobile_data',
  nfc: 'nfc_on',
  wifi: 'wifi_on',
};
/** BatteryManager.BATTERY_PLUGGED_*, as `stayon` adds them up. */
const PLUGS: Readonly<Record<string, string>> = {
  true: '7',
  false: '0',
  usb: '2',
  ac: '1',
  wireless: '4',
  dock: '8',
};
const USB_STATE = 'sys.usb.state';

/** `svc power|wifi|data|bluetooth|nfc|usb ...`. */
export const svc: Command = (args, context) => {
  const [service = '', action = '', value = ''] = args;
  const { settings, properties } = context.world;
  const key = Object.hasOwn(SWITCHES, service) ? SWITCHES[service] : undefined;
  if (key !== undefined) {
    if (action !== 'enable' && action !== 'disable')
      return complain(context, `Control the ${service} manager\n\nusage: svc ${service} [enable|disable]`);
    settings.set('global', key, action === 'enable' ? '1' : '0');
    return service === 'bluetooth' ? print(context, 'Success\n') : 0;
  }
  switch (`${service} ${action}`) {
    case 'power stayon': {
      const plugs = Object.hasOwn(PLUGS, value) ? PLUGS[value] : undefined;
      if (plugs === undefined) return complain(context, POWER);
      settings.set('global', 'stay_on_while_plugged_in', plugs);
      return 0;
    }
    case 'power reboot':
    case 'power shutdown':
      context.world.reboot();
      return 0;
    case 'power forcesuspend':
      return complain(context, 'Failed to force suspend');
    case 'usb getFunctions': {
      const functions = (properties.get(USB_STATE) ?? '').split(',').filter((one) => one !== 'adb');
      return functions.length === 0 ? 0 : print(context, `${functions.join(',')}\n`);
    }
    // Another function would take the cable's adb away: our phones keep theirs.
    case 'usb setFunctions':
      return 0;
    default:
      return complain(context, service === 'power' ? POWER : HELP);
  }
};

const POWER = `Control the power manager

usage: svc power stayon [true|false|usb|ac|wireless|dock]
         Set the 'keep awake while plugged in' setting.
       svc power reboot [reason]
       svc power shutdown`;
const HELP = `Available commands:
    help     Show information about the subcommands
    power    Control the power manager
    data     Control mobile data connectivity
    wifi     Control the Wi-Fi manager
    usb      Control Usb state
    nfc      Control NFC functions
    bluetooth Control Bluetooth service`;
