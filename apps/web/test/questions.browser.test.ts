// Questions of programs, beside the picture and in the list, in a real browser, with an API that this test answers for.
import { join } from 'node:path';
import type { Question } from '@pocketfleet/contract';
import type { Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { prepareSessionPage } from './open-session-page.ts';

const session = prepareSessionPage();
const openList = prepareComponent(join(import.meta.dirname, '../src/app/questions-page.fixture.tsx'));
const pageLength = 3;
let questions: Question[];
let sent: { path: string; body: unknown }[];
let refusal: { status: number; detail: string } | null;

const question = (more: Partial<Question> = {}): Question => ({
  id: '5f2c7a52-97d4-4b11-9e57-0f6a1f6d0001',
  state: 'open',
  phone: { id: session.phone?.id ?? '', tag: session.phone?.tag ?? '', label: 'By the window' },
  asker: { kind: 'key', id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11', name: 'Scout' },
  question: 'The note says that doors open at eight.\nThe brief says seven. Which one should I post?',
  choices: ['Seven', 'Eight', 'Don’t post'],
  default: 'Don’t post',
  created_at: new Date(Date.now() - 40_000).toISOString(),
  expires_at: new Date(Date.now() + 560_000).toISOString(),
  closed_at: null,
  answer: null,
  ...more,
});

beforeEach(() => {
  questions = [question()];
  sent = [];
  refusal = null;
});

async function answerCalls(page: Page): Promise<void> {
  await page.route('**/api/questions**', (route: Route) => {
    const { searchParams: query } = new URL(route.request().url());
    const from = Number(query.get('cursor') ?? 0);
    const all = questions.filter(({ state }) => query.get('state') === 'all' || state === 'open');
    const next_cursor = all.length > from + pageLength ? String(from + pageLength) : null;
    const shown = all.slice(from, from + pageLength);
    return route.fulfill({ json: { questions: shown, next_cursor, server_time: new Date().toISOString() } });
  });
  await page.route('**/api/questions/*/answer', (route: Route) => {
    const { pathname } = new URL(route.request().url());
    sent.push({ path: pathname, body: route.request().postDataJSON() });
    if (refusal !== null)
      return route.fulfill({ status: refusal.status, json: { code: 'conflict', detail: refusal.detail } });
    const [answered] = questions;
    questions = [];
    return route.fulfill({ json: { ...answered, state: 'answered' } });
  });
}

async function openSession(width = 1440, height = 900): Promise<Page> {
  const page = await session.openLive({ viewport: { width, height }, prepare: answerCalls });
  await page.getByRole('region', { name: 'Scout asks' }).waitFor();
  return page;
}

async function openQuestions(width = 1440, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  return openList(
    '',
    { viewport: { width, height: 900 }, colorScheme },
    {
      path: '/questions',
      before: async (page) => {
        await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: {} }));
        await answerCalls(page);
      },
    },
  );
}

describe('beside the picture', () => {
  it.each([
    [1440, 900],
    [1024, 768],
    [768, 1024],
    [390, 844],
  ])('a question stands there and never on it: %i x %i', async (width, height) => {
    const page = await openSession(width, height);
    const boxes = async () => {
      const card = await page.getByRole('region', { name: 'Scout asks' }).boundingBox();
      const picture = await page.getByRole('application').boundingBox();
      if (card === null || picture === null) throw new Error('the card or the picture is not on the page');
      const isBeside = card.x >= picture.x + picture.width || card.y >= picture.y + picture.height;
      return { card, picture, isBeside };
    };
    // The picture makes room one observation after the card has come.
    await expect.poll(boxes).toMatchObject({ isBeside: true });
    expect(await findFaults(page)).toEqual([]);
  });

  it('a choice is one click; what was typed goes with it', async () => {
    const page = await openSession();
    await page.getByLabel('Or in your own words').fill('The venue moved it.');
    await page.getByRole('button', { name: 'Seven', exact: true }).click();
    await page.getByText('Scout has your answer').waitFor();
    expect(sent).toEqual([
      {
        path: '/api/questions/5f2c7a52-97d4-4b11-9e57-0f6a1f6d0001/answer',
        body: { choice: 'Seven', text: 'The venue moved it.' },
      },
    ]);
  });

  it('a refused answer says why and keeps what was typed; an empty one isn’t sent', async () => {
    const page = await openSession();
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('Write an answer, or choose one.').waitFor();
    expect(sent).toEqual([]);
    refusal = { status: 409, detail: 'marta has answered this question already.' };
    const field = page.getByLabel('Or in your own words');
    await field.fill('Seven');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('marta has answered this question already.').waitFor();
    expect(await field.inputValue()).toBe('Seven');
  });
});

describe('the list', () => {
  it('has what is open with the phone’s name, and what was answered', async () => {
    const by = { kind: 'person', name: 'marta' } as const;
    const answered = { state: 'answered', answer: { choice: 'Seven', text: null, by } } as const;
    const expired = { state: 'expired', answer: { choice: 'Don’t post', text: null, by: null } } as const;
    const id = (n: number) => `5f2c7a52-97d4-4b11-9e57-0f6a1f6d000${n}`;
    questions = [
      question({ question: 'See <b>https://evil.example</b>' }),
      question({ id: id(2), ...answered }),
      question({ id: id(3), ...expired }),
    ];
    const page = await openQuestions();
    const card = page.getByRole('region', { name: 'Scout asks' });
    await card.getByText('See <b>https://evil.example</b>').waitFor();
    expect(await card.locator('b').count()).toBe(0);
    await card.getByText(`${session.phone?.tag}, By the window`).waitFor();
    await page.getByText('marta: Seven').waitFor();
    await page.getByText('By default: Don’t post').waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  it('has an open question behind any number of closed ones, and goes on with earlier ones', async () => {
    const by = { kind: 'person', name: 'marta' } as const;
    const answers = ['One', 'Two', 'Three', 'Four'];
    questions = answers.map((text, n) =>
      question({
        id: `5f2c7a52-97d4-4b11-9e57-0f6a1f6d001${n}`,
        state: 'answered',
        answer: { choice: null, text, by },
      }),
    );
    questions.push(question());
    const page = await openQuestions();
    await page.getByRole('region', { name: 'Scout asks' }).waitFor();
    await page.getByText('marta: Three').waitFor();
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await page.getByText('marta: Four').waitFor();
    expect(await page.getByRole('button', { name: 'Show earlier' }).count()).toBe(0);
  });

  it('says that nobody waits', async () => {
    questions = [];
    const page = await openQuestions(390, 'dark');
    await page.getByText('No program is waiting for an answer').waitFor();
    expect(await findFaults(page)).toEqual([]);
  });
});
