// `dumpsys window`, `power` and `input_method`: the windows, and whether the display is on.
import type { ShellWorld } from '../shell-world.ts';

/** `dumpsys window [displays|windows|policy|all]`; undefined for another section. */
export function dumpWindow(world: ShellWorld, [section = 'all']: readonly string[]): string | undefined {
  const sections = { d: displays, displays, w: windows, windows, p: policy, policy };
  if (section === 'a' || section === 'all' || section === '-a')
    // The focused window is printed once, by the display section.
    return [
      policy(world),
      displays(world),
      windows(world).replace(/^ {2}mFocused.*\n|^ {2}mCurrent.*\n/gm, ''),
    ].join('\n');
  return Object.hasOwn(sections, section) ? sections[section as keyof typeof sections](world) : undefined;
}

/** The number that Android gives the window in front. */
const FOCUSED = '4f1b2c3';

function focusLines(world: ShellWorld): string[] {
  const { focusedActivity, locked } = world.android().screen;
  const user = `u${world.users.current}`;
  const window = locked ? 'NotificationShade' : focusedActivity;
  return [
    `  mCurrentFocus=Window{${FOCUSED} ${user} ${window}}`,
    `  mFocusedApp=ActivityRecord{9a8b7c6 ${user} ${focusedActivity} t12}`,
  ];
}

function displays(world: ShellWorld): string {
  const { display } = world.android().screen;
  const { width, height, density, rotation } = display;
  const base = rotation % 2 === 0 ? { width, height } : { width: height, height: width };
  const isForced =
    base.width !== world.model.width || base.height !== world.model.height || density !== world.model.density;
  const forced = isForced ? ` base=${base.width}x${base.height} ${density}dpi` : '';
  return [
    'WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)',
    '  Display: mDisplayId=0 (organized)',
    `    init=${world.model.width}x${world.model.height} ${world.model.density}dpi${forced} cur=${width}x${height} app=${width}x${height}`,
    ...focusLines(world),
    `  mDisplayRotation=ROTATION_${rotation * 90}`,
    `    mCurrentRotation=ROTATION_${rotation * 90}`,
    `    mRotation=${rotation}`,
    '',
  ].join('\n');
}

function windows(world: ShellWorld): string {
  const { focusedActivity, isSecure, locked } = world.android().screen;
  const user = `u${world.users.current}`;
  const names = [
    'StatusBar',
    ...(locked ? ['NotificationShade'] : []),
    ...(isKeyboardShown(world) ? ['InputMethod'] : []),
    focusedActivity,
  ];
  const focused = locked ? 'NotificationShade' : focusedActivity;
  const flags = (name: string) =>
    name === focusedActivity && isSecure
      ? 'LAYOUT_IN_SCREEN SECURE LAYOUT_INSET_DECOR'
      : 'LAYOUT_IN_SCREEN LAYOUT_INSET_DECOR';
  return [
    'WINDOW MANAGER WINDOWS (dumpsys window windows)',
    ...names.map(
      (name, at) =>
        `  Window #${at} Window{${name === focused ? FOCUSED : `4f1b2d${at}`} ${user} ${name}}:\n    mDisplayId=0 isVisible=true\n    mAttrs={(0,0)(fillxfill) ty=BASE_APPLICATION\n      fl=${flags(name)}}`,
    ),
    ...focusLines(world),
    '',
  ].join('\n');
}

function policy(world: ShellWorld): string {
  const { display, locked } = world.android().screen;
  return [
    'WINDOW MANAGER POLICY STATE (dumpsys window policy)',
    `    mAwake=${display.on}`,
    `    screenState=SCREEN_STATE_${display.on ? 'ON' : 'OFF'}`,
    `    mScreenOnEarly=${display.on} mScreenOnFully=${display.on}`,
    `    mShowingLockscreen=${locked} mShowingDream=false mDreamingLockscreen=${locked}`,
    '    KeyguardServiceDelegate',
    `      showing=${locked}`,
    '      secure=false',
    '',
  ].join('\n');
}

export function dumpPower(world: ShellWorld): string {
  const { on } = world.android().screen.display;
  const { level, charging } = world.battery.state;
  return `POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mWakefulness=${on ? 'Awake' : 'Asleep'}\n  mIsPowered=${charging}\n  mBatteryLevel=${level}\nDisplay Power: state=${on ? 'ON' : 'OFF'}\n`;
}

export function dumpInputMethod(world: ShellWorld): string {
  const shown = isKeyboardShown(world);
  const id = world.settings.get('secure', 'default_input_method') ?? 'null';
  return `Current Input Method Manager state:\n  mCurMethodId=${id}\n  mInputShown=${shown}\n  mIsInputViewShown=${shown}\n`;
}

function isKeyboardShown(world: ShellWorld): boolean {
  return world
    .android()
    .screen.windows()
    .some(({ type }) => type === 'keyboard');
}
