// Runs before the first paint (a blocking file, because the site's policy forbids inline scripts): puts the
// remembered theme on the document. `theme.tsx` of packages/ui changes it later; the key and values are the same there.
(() => {
  let choice = 'system';
  try {
    choice = localStorage.getItem('pocketfleet-theme') || 'system';
  } catch {
    // Storage is blocked: follow the system.
  }
  const isDark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  const color = document.querySelector('meta[name=theme-color]');
  if (color) color.setAttribute('content', isDark ? '#0B0D11' : '#FAFAF7');
})();
