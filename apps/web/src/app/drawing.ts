// React's own code as a part by itself, which is run before all else (main.tsx).
export { createRoot, hydrateRoot } from 'react-dom/client';
