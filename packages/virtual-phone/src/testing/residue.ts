// Residue that a tenant can leave on a phone, planted in the way of a tenant or a tool. Tests of cleaning plant each
// kind, clean the phone, and list the residue that is left. The list comes from the phone's own state, not from the
// report of the cleaning.
import type { SettingsNamespace, ShellWorld } from '@pocketfleet/android-shell';
import { type ApkPlan, buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import type { Phone } from '../phone.ts';

interface Residue {
  plant(phone: Phone): Promise<unknown>;
  isThere(phone: Phone): boolean | Promise<boolean>;
}

const ACCOUNT = { name: 'tenant@example.com', type: 'com.example.mail' };
const PACKAGE = 'com.example.leftover';
const SNAPSHOT_HELPER = 'com.callstack.agentdevice.snapshothelper';
const KEPT = 'com.example.kept';
const MICROPHONE = 'android.permission.RECORD_AUDIO';
const CONTACTS = 'android.permission.READ_CONTACTS';
const SMS_ROLE = 'android.app.role.SMS';
const CLIP = 'a password that was copied';
const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

const RESIDUE = {
  download: file('/sdcard/Download/statement.pdf'),
  photo: file('/sdcard/DCIM/Camera/private.png', PNG_START),
  hidden_file: file('/sdcard/.hidden'),
  deep_folder: file('/sdcard/Documents/a/b/c/d/letter.txt'),
  app_media: file('/sdcard/Android/media/com.example/voice.opus'),
  note: file('/sdcard/Documents/note.txt'),
  odd_file_name: file("/sdcard/Music/it's $(odd) \u{1f600}.mp3"),
  shell_file: file('/data/local/tmp/payload.sh'),
  closed_folder: below('/data/local/tmp/closed/note', 'chmod 0 /data/local/tmp/closed'),
  fixed_folder: below('/data/local/tmp/fixed/note', 'chmod 0500 /data/local/tmp/fixed'),
  link_out: byShell('ln -s /sdcard/Download /data/local/tmp/link', ({ files }) =>
    files.holds('/data/local/tmp/link'),
  ),
  odd_shell_name: file('/data/local/tmp/-rf * $(odd)'),
  shell_test: file('/data/local/tests/vendor/payload'),
  boot_chart: file('/data/bootchart/note'),
  trace_config: file('/data/misc/perfetto-configs/note'),
  shell_app_data: below('/data/data/com.android.shell/files/note', 'chmod 0 /data/data/com.android.shell'),
  shell_app_device_data: file('/data/user_de/0/com.android.shell/files/note'),
  installed_app: app({ packageName: PACKAGE, label: 'Leftover' }),
  disabled_app: byShell('pm disable-user --user 0 com.android.video', ({ packages }) =>
    packages.states.has('disabled', 0, 'com.android.video'),
  ),
  suspended_app: byShell('pm suspend --user 0 com.android.deskclock', ({ packages }) =>
    packages.states.has('suspended', 0, 'com.android.deskclock'),
  ),
  removed_app: byShell(
    'pm uninstall --user 0 com.android.feed',
    ({ packages }) => packages.getFor(0, 'com.android.feed') === undefined,
  ),
  kept_data: app({ packageName: KEPT }, `pm uninstall -k ${KEPT}`),
  // In the place of our own program, with a version that ours doesn't replace.
  false_screen_reader: app({ packageName: SNAPSHOT_HELPER, versionCode: 99_999 }),
  held_screen: {
    plant: (phone) => Promise.resolve(phone.world.uiAutomation.connect('com.example.automation')),
    isThere: (phone) => phone.world.uiAutomation.holder !== undefined,
  },
  granted_permission: byShell(
    `pm grant --user 0 com.android.notes ${MICROPHONE}`,
    ({ packages }) => packages.states.granted(0, 'com.android.notes').length > 0,
  ),
  revoked_permission: revoked('com.android.inputmethod.latin'),
  revoked_shared_permission: revoked('com.android.shell'),
  account: {
    plant: async (phone) => phone.world.accounts.add(0, ACCOUNT),
    isThere: (phone) => phone.world.accounts.list(0).length > 0,
  },
  android_user: byShell('pm create-user leftover', ({ users }) =>
    users.list().some((user) => user.name === 'leftover'),
  ),
  clipboard: {
    plant: async (phone) => phone.world.android().screen.clipboard.set(CLIP),
    isThere: (phone) => phone.world.android().screen.clipboard.get() === CLIP,
  },
  open_app: byShell(
    'am start -n com.android.paint/.PaintActivity',
    ({ android }) => android().screen.runningPackages.length > 0,
  ),
  property: byShell(
    'setprop debug.leftover tenant',
    ({ properties }) => properties.get('debug.leftover') === 'tenant',
  ),
  saved_network: byShell('cmd wifi connect-network "tenant network" wpa2 12345678', ({ access }) =>
    access.networks().some(({ ssid }) => ssid === 'tenant network'),
  ),
  default_sms_app: byShell(
    `cmd role add-role-holder --user 0 ${SMS_ROLE} com.android.notes`,
    ({ access }) => access.roleHolder(0, SMS_ROLE) !== undefined,
  ),
  drawing_over_apps: byShell(
    'appops set --user 0 com.android.paint SYSTEM_ALERT_WINDOW allow',
    ({ access }) => access.allowed(0, 'SYSTEM_ALERT_WINDOW').length > 0,
  ),
  running_while_asleep: byShell(
    'dumpsys deviceidle whitelist +com.android.paint',
    ({ access }) => access.idleExempt().length > 0,
  ),
  contact: row('com.android.contacts/raw_contacts', 'display_name:s:Ada'),
  call: row('call_log/calls', 'number:s:5551234'),
  message: row('sms', 'body:s:secret'),
  appointment: row('com.android.calendar/events', 'title:s:secret'),
  // At the screen, in the settings: shell may not.
  dictionary_word: {
    plant: async ({ world }) => world.providers.insert(0, 'user_dictionary/words', { word: 'secret' }),
    isThere: ({ world }) => world.providers.rows(0, 'user_dictionary/words').length > 0,
  },
  device_name: setting('global', 'device_name', 'Tenant’s phone'),
  notification_listener: setting('secure', 'enabled_notification_listeners', 'com.example/.Reader'),
  autofill_service: setting('secure', 'autofill_service', 'com.example/.Passwords'),
  proxy: setting('global', 'http_proxy', '10.0.0.1:8080'),
  animations: setting('global', 'window_animation_scale', '0'),
  wifi: setting('global', 'wifi_on', '0'),
  display_size: setting('global', 'display_size_forced', '720,1280'),
  display_density: setting('secure', 'display_density_forced', '560'),
  dark_theme: setting('secure', 'ui_night_mode', '2'),
  keyboard: setting('secure', 'default_input_method', 'com.example/.Keylogger'),
  accessibility_service: setting('secure', 'enabled_accessibility_services', 'com.example/.Spy'),
  locale: setting('system', 'system_locales', 'de-DE'),
  font_scale: setting('system', 'font_scale', '1.3'),
  rotation: setting('system', 'user_rotation', '1'),
  // The last ones: nothing else can be left in the folder after them.
  unlisted_folder_of_shell: below('/data/local/tmp/.stash/note', 'chmod 0300 /data/local/tmp'),
  unsearchable_folder_of_shell: below('/data/local/tmp/.list/note', 'chmod 0600 /data/local/tmp'),
} as const satisfies Record<string, Residue>;

export type ResidueKind = keyof typeof RESIDUE;

export const RESIDUE_KINDS = Object.keys(RESIDUE) as readonly ResidueKind[];

/** Leaves one kind of residue outside any Android user of its own: with the owner, or with the whole phone. */
export async function plantResidue(phone: Phone, kind: ResidueKind): Promise<void> {
  await RESIDUE[kind].plant(phone);
}

/** The kinds that are on the phone now. */
export async function findResidue(phone: Phone): Promise<ResidueKind[]> {
  const found: ResidueKind[] = [];
  for (const kind of RESIDUE_KINDS) if (await RESIDUE[kind].isThere(phone)) found.push(kind);
  return found;
}

function file(path: string, content: Uint8Array = Buffer.from('of a tenant')): Residue {
  return {
    async plant({ world }) {
      await world.files.mkdirs(path.slice(0, path.lastIndexOf('/')));
      await world.files.writeFile(path, content);
    },
    isThere: ({ world }) => world.files.holds(path),
  };
}

/** A file, and then what keeps a look at it out. */
function below(path: string, hide: string): Residue {
  const { plant, isThere } = file(path);
  return {
    async plant(phone) {
      await plant(phone);
      await runOn(phone, hide);
    },
    isThere,
  };
}

function byShell(command: string, isThere: (world: ShellWorld) => boolean): Residue {
  return { plant: (phone) => runOn(phone, command), isThere: ({ world }) => isThere(world) };
}

/** An installed package, and a command after its install. */
function app(plan: ApkPlan, command = ''): Residue {
  const path = '/data/local/tmp/planted.apk';
  return {
    async plant(phone) {
      await phone.world.files.writeFile(path, buildApk(plan));
      await runOn(phone, `pm install ${path}; rm ${path}; ${command}`);
    },
    isThere: ({ world }) => world.packages.stored(plan.packageName) !== undefined,
  };
}

/** A permission that a system app has on a new phone. */
function revoked(name: string): Residue {
  return byShell(
    `pm revoke --user 0 ${name} ${CONTACTS}`,
    ({ packages }) => !packages.states.granted(0, name).includes(CONTACTS),
  );
}

/** A row of one of the owner's content providers. */
function row(table: string, bind: string): Residue {
  return byShell(
    `content insert --user 0 --uri content://${table} --bind ${bind}`,
    ({ providers }) => providers.rows(0, table).length > 0,
  );
}

function setting(namespace: SettingsNamespace, key: string, value: string): Residue {
  return {
    plant: async ({ world }) => world.settings.set(namespace, key, value, 0),
    isThere: ({ world }) => world.settings.get(namespace, key, 0) === value,
  };
}
