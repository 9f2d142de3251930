import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { routePatterns } from './src/paths.ts';

const root = import.meta.dirname;

export default defineConfig({
  root,
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), tailwindcss(), siteFacts()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the console forbids data: scripts and fonts: everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

/** Tells the server which addresses have a page. Named with a dot, the file is not served itself. */
function siteFacts(): Plugin {
  return {
    name: 'pocketfleet:site-facts',
    apply: 'build',
    closeBundle() {
      const facts = { routes: routePatterns, inline_scripts: [] };
      writeFileSync(join(root, 'dist', '.site.json'), JSON.stringify(facts));
    },
  };
}
