import './site.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// The code that is loaded together (build/prerender-plugin.ts) runs in steps. In one step, it would block a slow phone for
// half a second while the visitor already reads a page that was rendered at build.
const nextTask = () => new Promise<void>((done) => void setTimeout(done));
const reactRoot = await import('./react-root.ts');
if (root.hasChildNodes()) await nextTask();
const { start } = await import('./start.tsx');
await start({ root, reactRoot, nextTask });
