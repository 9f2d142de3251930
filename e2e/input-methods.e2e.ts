// Writing into the phone in eight scripts, as keyboards and input methods do it in a real browser: the same bytes
// arrive on the phone. The test sends the browser the events of an input method.
import { createHash } from 'node:crypto';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { newDemoPage } from './open-as-demo.ts';
import { openSession, type Session } from './open-session.ts';
import { tenantFiles } from './phone-by-adb.ts';

// Each look at the phone costs more than a letter.
const patience = { timeout: 60_000, interval: 400 };
const note = `${tenantFiles}/Documents/note.txt`;
let browser: Browser;
let page: Page;
let session: Session;
let inputMethod: CDPSession;

beforeAll(async () => {
  browser = await openBrowser();
  page = await newDemoPage(browser, { viewport: { width: 1100, height: 500 } });
  session = await openSession(page);
  inputMethod = await page.context().newCDPSession(page);
});
afterAll(async () => {
  await browser?.close();
  await session?.phone.stop();
});
beforeEach(async () => {
  const { phone } = session;
  await phone.shell('input keyevent KEYCODE_WAKEUP; wm dismiss-keyguard; am force-stop com.android.notes');
  await phone.shell(`rm -f ${note}; am start -n com.android.notes/.NotesActivity`);
  await vi.waitFor(async () => expect(await phone.texts()).toContain('0 characters'), patience);
  await page
    .getByRole('toolbar', { name: 'Phone' })
    .getByRole('button', { name: 'Keyboard', exact: true })
    .click();
});

type Step =
  /** The underlined text while an input method composes: not sent to the phone yet. */
  | { compose: string }
  /** The final text of the input method, or of a keyboard. */
  | { commit: string };

const composed = (parts: string[], result: string): Step[] => [
  ...parts.map((compose) => ({ compose })),
  { commit: result },
];
const written = (text: string): Step[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => ({
    commit: segment,
  }));

const scripts: [name: string, steps: Step[], text: string][] = [
  [
    'Latin with accents, by dead keys',
    [
      ...written('Na'),
      ...composed(['¨'], 'ï'),
      ...written('ve caf'),
      ...composed(['´'], 'é'),
      ...written(' Ångström œuvre Đà Nẵng'),
    ],
    'Naïve café Ångström œuvre Đà Nẵng',
  ],
  ['emoji of several parts', written('👩‍👩‍👧‍👦🏳️‍🌈👍🏽🇨🇭❤️'), '👩‍👩‍👧‍👦🏳️‍🌈👍🏽🇨🇭❤️'],
  ['Arabic, from right to left, with its marks', written('مَرْحَبًا بِالعَالَم ١٢٣'), 'مَرْحَبًا بِالعَالَم ١٢٣'],
  ['Hebrew, with its points', written('שָׁלוֹם עולם – 42'), 'שָׁלוֹם עולם – 42'],
  [
    'Chinese, by pinyin',
    [
      ...composed(['n', 'ni', 'nih', 'niha', 'nihao'], '你好'),
      ...composed(['，'], '，'),
      ...composed(['shi', 'shijie', '世jie'], '世界'),
    ],
    '你好，世界',
  ],
  [
    'Japanese, converted from kana',
    [
      ...composed(['ｋ', 'か', 'かｎ', 'かんじ', '感じ', '漢字'], '漢字'),
      ...composed(['へ', 'へんかん', '変換'], '変換'),
      ...composed(['カ', 'カタカナ'], 'カタカナ'),
    ],
    '漢字変換カタカナ',
  ],
  [
    'Korean, syllable by syllable',
    [
      ...composed(['ㅎ', '하', '한'], '한'),
      ...composed(['ㄱ', '그', '글'], '글'),
      { commit: ' ' },
      ...composed(['ㅇ', '이', '입'], '입'),
      ...composed(['ㄹ', '려', '력'], '력'),
    ],
    '한글 입력',
  ],
  [
    'Hindi and Thai, with letters that combine',
    [...written('नमस्ते दुनिया क्षत्रिय '), ...written('สวัสดีชาวโลก น้ำ')],
    'नमस्ते दुनिया क्षत्रिय สวัสดีชาวโลก น้ำ',
  ],
];

/**
 * `npm run proof -- input-methods` writes all of them; `npm test`, which has minutes, one of each kind: letters with dead keys,
 * letters of several code points, marks from right to left, and compositions. Each letter costs a picture.
 */
const ofEachKind = ['Latin with accents', 'emoji', 'Hebrew', 'Japanese'];
const inTime = scripts.filter(
  ([name]) => process.env['PROOF_SIZE'] !== undefined || ofEachKind.some((kind) => name.startsWith(kind)),
);

it.each(inTime)('%s', async (_, steps, text) => {
  for (const step of steps) {
    if ('commit' in step) await inputMethod.send('Input.insertText', { text: step.commit });
    else {
      const { compose } = step;
      const end = compose.length;
      await inputMethod.send('Input.imeSetComposition', {
        text: compose,
        selectionStart: end,
        selectionEnd: end,
      });
    }
  }
  const wanted = createHash('sha256').update(text).digest('hex');
  try {
    await vi.waitFor(async () => {
      expect((await session.phone.shell(`sha256sum ${note}`)).split(' ')[0]).toBe(wanted);
    }, patience);
  } catch {
    // A difference in letters is easier to read than one in hashes.
    expect(await session.phone.shell(`cat ${note}`)).toBe(text);
  }
});

it('a cancelled composition writes nothing', async () => {
  await inputMethod.send('Input.insertText', { text: 'a' });
  await inputMethod.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
  await inputMethod.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
  await inputMethod.send('Input.insertText', { text: 'b' });
  await vi.waitFor(async () => expect(await session.phone.shell(`cat ${note}`)).toBe('ab'), patience);
});
