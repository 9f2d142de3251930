// What takes long says so. On a terminal one line counts the seconds; in a log it is one line at the end.
const isTerminal = process.stderr.isTTY === true && process.env.CI === undefined;

/** @param {string} doing for example "Installing packages" */
export function showProgress(doing) {
  const startedMs = Date.now();
  const seconds = () => `${Math.max(1, Math.round((Date.now() - startedMs) / 1000))} s`;
  if (!isTerminal) process.stderr.write(`  ${doing} ...\n`);
  const timer = isTerminal ? setInterval(() => draw(`  … ${doing}  ${seconds()}`), 250) : undefined;
  /** @param {string} mark */
  const end = (mark) => {
    clearInterval(timer);
    if (isTerminal) draw(`  ${mark} ${doing}  ${seconds()}\n`);
  };
  return { done: () => end('✓'), failed: () => end('✗') };
}

/** @param {string} text */
function draw(text) {
  process.stderr.write(`\r\u001b[K${text}`);
}
