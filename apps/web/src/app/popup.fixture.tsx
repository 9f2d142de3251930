// For test/popup.browser.test.ts: the document of a popup and its program.
import html from '../../frame.html?raw';
import '../frame/frame.css';

document.documentElement.className = 'on-ink';
const main = new DOMParser().parseFromString(html, 'text/html').querySelector('main');
if (main !== null) document.body.replaceChildren(main);
await import('../frame/main.ts');
