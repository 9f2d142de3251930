// React's DOM code in a file of its own, which runs before everything else (main.tsx).
export { createRoot, hydrateRoot } from 'react-dom/client';
