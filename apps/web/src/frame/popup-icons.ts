// The icons of a popup's bar, as the session page has them (Lucide, ISC licence). The frame has no React to draw them.
const paths = {
  back: ['m12 19-7-7 7-7', 'M19 12H5'],
  home: [
    'M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8',
    'M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  ],
  recents: [
    'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2z',
    'M4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2',
  ],
  rotate: [
    'M9 8h6a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1z',
    'M3 9a9 6 0 0 1 15-4',
    'M18 1v4h-4',
  ],
  keyboard: [
    'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z',
    'M6 9h.01M10 9h.01M14 9h.01M18 9h.01M8 13h.01M12 13h.01M16 13h.01M8 16h8',
  ],
  screenshot: [
    'M14.5 4h-5L7 7H4a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-3l-2.5-3z',
    'M12 10a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  ],
  more: ['M5 12h.01', 'M12 12h.01', 'M19 12h.01'],
} as const;
export type PopupIcon = keyof typeof paths;

const svg = 'http://www.w3.org/2000/svg';

export function createIcon(icon: PopupIcon): SVGElement {
  const element = document.createElementNS(svg, 'svg');
  const attributes = {
    viewBox: '0 0 24 24',
    width: '18',
    height: '18',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': icon === 'more' ? '3' : '1.75',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const path of paths[icon]) {
    const part = document.createElementNS(svg, 'path');
    part.setAttribute('d', path);
    element.append(part);
  }
  return element;
}
