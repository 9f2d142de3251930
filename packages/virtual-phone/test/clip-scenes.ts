// Scenes for the clips on the public site. Positions are fractions of the screen, 0 to 1.
type Place = readonly [x: number, y: number];

export interface Screen {
  shell(command: string): Promise<string>;
  wait(ms: number): Promise<unknown>;
  swipe(from: Place, to: Place, ms: number): Promise<string>;
}

export interface Scene {
  /** File name without its ending. */
  readonly name: string;
  readonly tag: string;
  readonly stillWidth?: number;
  /** Prepares the first picture, which is the still picture as well. */
  prepare(screen: Screen): Promise<void>;
  /** The actions of the clip. A scene without actions has only a still picture. */
  act?(screen: Screen): Promise<void>;
}

const WALL_WIDTH = 176;

export const scenes: readonly Scene[] = [
  {
    name: 'feed',
    tag: 'PF-001',
    async prepare(screen) {
      await screen.shell('settings put secure ui_night_mode 2');
      await open(screen, 'feed');
    },
    async act(screen) {
      for (let post = 0; post < 2; post++) {
        await screen.swipe([0.5, 0.74], [0.5, 0.34], 520);
        await screen.wait(1300);
      }
      for (let post = 0; post < 3; post++) {
        await screen.swipe([0.5, 0.34], [0.5, 0.8], 420);
        await screen.wait(700);
      }
    },
  },
  {
    name: 'typing',
    tag: 'PF-003',
    async prepare(screen) {
      await screen.shell('settings put secure ui_night_mode 2');
      await open(screen, 'notes');
      await screen.shell('input text "Launch week, post 3:"');
      await screen.shell('input keyevent KEYCODE_ENTER');
      await screen.wait(400);
    },
    async act(screen) {
      for (const word of 'Doors at eight, first set at nine. See you there!'.split(/(?= )/)) {
        for (const letter of word) {
          await screen.shell(`input text "${letter === ' ' ? '%s' : letter}"`);
          await screen.wait(60);
        }
        await screen.wait(120);
      }
      await screen.wait(900);
    },
  },
  {
    name: 'home',
    tag: 'PF-002',
    prepare: goHome,
    async act(screen) {
      await screen.swipe([0.5, 0.7], [0.5, 0.2], 260);
      await screen.wait(1300);
      await screen.shell('input keyevent KEYCODE_HOME');
      await screen.wait(900);
      await screen.swipe([0.5, 0.01], [0.5, 0.7], 320);
      await screen.wait(1500);
      await screen.swipe([0.5, 0.8], [0.5, 0.1], 260);
      await screen.wait(1200);
    },
  },
  { name: 'video', tag: 'PF-007', prepare: (screen) => open(screen, 'video') },
  { name: 'settings', tag: 'PF-004', prepare: (screen) => open(screen, 'settings') },
  {
    name: 'files',
    tag: 'PF-006',
    prepare: (screen) => open(screen, 'documentsui'),
  },
  ...Array.from({ length: 12 }, (_, index): Scene => {
    const number = String(index + 1).padStart(2, '0');
    return { name: `wall-${number}`, tag: `PF-0${number}`, stillWidth: WALL_WIDTH, prepare: goHome };
  }),
];

async function goHome(screen: Screen): Promise<void> {
  await screen.shell('input keyevent KEYCODE_WAKEUP; wm dismiss-keyguard; input keyevent KEYCODE_HOME');
  await screen.wait(900);
}

async function open(screen: Screen, app: string): Promise<void> {
  await goHome(screen);
  await screen.shell(`monkey -p com.android.${app} -c android.intent.category.LAUNCHER 1`);
  await screen.wait(1400);
}
