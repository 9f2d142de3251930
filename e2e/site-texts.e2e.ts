// The texts of the public site, sentence by sentence: sections in their order, questions with their answers, plans, and
// the legal texts.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openBrowser } from './browser.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  // The texts are in the pages themselves: no script is needed to read them.
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    javaScriptEnabled: false,
  });
  page = await context.newPage();
});
afterAll(() => browser?.close());

const region = (name: string) => page.getByRole('region', { name, exact: true });
const plain = async (text: Promise<string | null>) => (await text)?.replace(/\s+/g, ' ').trim() ?? '';

describe('the landing page', () => {
  beforeEach(async () => {
    if (page.url() !== `${inject('site')}/`) await page.goto(inject('site'));
  });

  it('has its sections in their order, under one headline about US phones', async () => {
    expect(await plain(page.locator('h1').textContent())).toBe('Real US phones, in your browser.');
    const titles = await page.locator('h2').allTextContents();
    expect(titles.map((title) => title.trim())).toEqual([
      'Maximize Your Impact',
      'Endless Possibilities',
      'Pricing',
      'Frequently Asked Questions',
      'Talk to a person',
    ]);
    const places = await page
      .locator('#home, [aria-label="Apps that run on our phones"], #pricing, #faq, #contact-form, footer')
      .evaluateAll((all) => all.map((each) => each.id || each.tagName));
    expect(places).toEqual(['home', 'SECTION', 'pricing', 'faq', 'contact-form', 'FOOTER']);
  });

  it('names audience, location of the phones, price and support hours on its first screen', async () => {
    const hero = await plain(page.locator('#home').textContent());
    for (const claim of [
      'physical Android phones for your agency, marketing or testing',
      'US-based',
      '24/7 support',
      'Request a FREE Demo',
      'from $20.00 a day',
      '$50.00 a week',
      '$130.00 a month',
    ])
      expect(hero).toContain(claim);
  });

  it.each([
    ['Real-time streaming', /in real time, with latency and frame rate always in view/],
    ['File drag and drop', /APK to install it.*any other file to save it/],
    ['Full device control', /App installation, gestures and system-level access/],
  ])('claims %s, and says what it is', async (title, words) => {
    const feature = region('Maximize Your Impact').getByRole('listitem').filter({ hasText: title });
    expect(await plain(feature.textContent())).toMatch(words);
  });

  it.each([
    ['Run social accounts', /own real phone/],
    ['Test on real hardware', /record what happens/],
    ['Automate through a shell', /live shell beside its screen/],
    ['Launch campaigns', /your whole fleet at once/],
    ['Answer your customers', /messaging apps on real phones/],
    ['See what the US sees', /as people in the US do/],
  ])('shows the possibility %s', async (title, words) => {
    const card = region('Endless Possibilities').getByRole('listitem').filter({ hasText: title });
    expect(await card.getByRole('heading', { level: 3 }).textContent()).toBe(title);
    expect(await plain(card.textContent())).toMatch(words);
  });

  it('says that a phone is in the US and has unlimited data', async () => {
    expect(await plain(region('Endless Possibilities').textContent())).toContain(
      'Your own phone in the US, with unlimited data.',
    );
  });

  it.each([
    ['Daily Plan', '$20.00', 'per day', ['1-day rental', '24/7 support']],
    ['Weekly Plan', '$50.00', 'per week', ['7-day rental', '24/7 support']],
    [
      'Monthly Plan',
      '$130.00',
      'per month',
      ['30-day rental', '24/7 support', 'Priority support', 'Advanced analytics'],
    ],
  ])('%s costs %s %s and leads a visitor to the registration', async (name, price, unit, features) => {
    const plan = region('Pricing').getByRole('listitem').filter({ hasText: name });
    const card = plan.first();
    expect(await plain(card.textContent())).toContain(`${price}${unit}`);
    const cycles =
      name === 'Monthly Plan'
        ? 'Through sales: $117.00 a month for 6 months, $110.00'
        : 'No long-term discount';
    expect(await plain(card.textContent())).toContain(cycles);
    for (const feature of features) await card.getByText(feature, { exact: true }).waitFor();
    expect(await card.getByText('Popular', { exact: true }).count()).toBe(name === 'Monthly Plan' ? 1 : 0);
    const action = card.getByRole('link', { name: `Get Started: ${name}` });
    expect(await action.getAttribute('href')).toBe('/register');
  });

  it('starts with monthly billing, shows the savings of other cycles, and names no bulk rate', async () => {
    const pricing = region('Pricing');
    expect(await pricing.getByRole('radio', { checked: true }).getAttribute('value')).toBe('monthly');
    for (const name of ['Monthly', '6 Months Save 10%', 'Yearly Save 15%'])
      expect(await pricing.getByRole('radio', { name, exact: true }).count()).toBe(1);
    const bulk = pricing.getByText('Volume discounts are available for bulk rentals.');
    expect(await bulk.textContent()).not.toMatch(/\d/);
  });

  it.each([
    ['How do I get phones?', /Register.*pay by card.*right away.*our team.*assign.*you pay.*immediately/],
    ['How can I pay?', /By card.*bank transfer or cryptocurrency through our team/],
    ['What if something doesn’t work?', /full refund.*replace it or refund the unused full days/],
    ['Where are the phones?', /United States.*physical.*unlimited data, not emulators/],
    ['Who uses a phone before and after me?', /only you.*cleaned, restarted and checked/],
  ])('answers "%s"', async (question, answer) => {
    const item = page.locator('#faq details').filter({ hasText: question });
    expect(await plain(item.locator('summary').textContent())).toBe(question);
    expect(await plain(item.locator('p').textContent())).toMatch(answer);
  });
});

describe('the legal texts', () => {
  it.each([
    [
      '/terms',
      'What is forbidden',
      'illegal or abusive. In particular: terrorism, trafficking, exploitation, fraud, illegal or offensive content, or harassment.',
    ],
    [
      '/terms',
      'Consequences of misuse',
      'restrict, suspend or terminate your access without a refund, and report it to the authorities',
    ],
    ['/terms', 'Liability', 'The service is provided as it is. As far as the law allows, we are not liable'],
    ['/terms', 'Prices and payment', 'Volume discounts for bulk rentals are agreed with the team.'],
    ['/terms', 'If something does not work', 'you get a full refund'],
    ['/acceptable-use', 'Forbidden', 'Terrorism and its support. Trafficking'],
    ['/acceptable-use', 'Forbidden', 'Exploitation of anybody'],
    ['/acceptable-use', 'Forbidden', 'Fraud:'],
    ['/acceptable-use', 'Forbidden', 'Illegal or offensive content. Harassment'],
    [
      '/acceptable-use',
      'When rules are broken',
      'restrict, suspend or terminate access without a refund, and report to the authorities',
    ],
    ['/refunds', 'The service does not work', 'We keep trying for 2 hours, then refund you in full'],
    ['/refunds', 'A phone fails while you use it', 'we refund the unused full days'],
    ['/refunds', 'You cancel before the start', 'refund a rental in full'],
    ['/refunds', 'You return a phone early', 'There is no refund'],
    ['/refunds', 'Your payment arrives too late', '15 minutes'],
    ['/privacy', 'What we keep', 'Card numbers never reach our servers'],
    ['/privacy', 'What we do not keep', 'no advertising or tracking cookies'],
    ['/privacy', 'Cookies and storage in your browser', 'up to 7 days'],
    ['/privacy', 'On the phones', 'remove after your rental'],
  ])('%s says under "%s": %s', async (path, heading, claim) => {
    if (page.url() !== inject('site') + path) await page.goto(inject('site') + path);
    const section = page
      .locator('article section')
      .filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
    expect(await plain(section.textContent())).toContain(claim);
    expect(await plain(page.locator('article').textContent())).toMatch(/In force from \d{4}-\d{2}-\d{2}/);
  });
});
