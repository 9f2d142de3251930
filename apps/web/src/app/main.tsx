import './site.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// What is loaded together (build/prerender-plugin.ts) is run in steps. Run at once, it would keep a small phone busy
// for half a second while somebody already reads a page that was rendered at build.
const nextTask = () => new Promise<void>((done) => void setTimeout(done));
const drawing = await import('./drawing.ts');
if (root.hasChildNodes()) await nextTask();
const { start } = await import('./start.tsx');
await start({ root, drawing, nextTask });
