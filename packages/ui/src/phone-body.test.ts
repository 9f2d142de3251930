import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PhoneBody } from './phone-body.tsx';

it.each([
  ['stands', 322, 715, 'right:-3px', 'top:'],
  ['lies on its side', 715, 322, 'top:-3px', 'left:'],
] as const)('the side buttons of a phone that %s are on its frame', (_, width, height, edge, along) => {
  const props = { family: 'pixel', screenWidth: width, screenHeight: height, children: null } as const;
  const page = renderToStaticMarkup(createElement(PhoneBody, props));
  const buttons = [...page.matchAll(/<span aria-hidden="true"[^>]*style="([^"]*)"/g)].map(
    ([, style]) => style,
  );
  expect(buttons).toHaveLength(2);
  for (const style of buttons) {
    expect(style).toContain(edge);
    // The longest edge of the body is 741 px, the shortest 348.
    expect(Number(new RegExp(`${along}(\\d+)px`).exec(style ?? '')?.[1])).toBeLessThan(741 - 112);
  }
});
