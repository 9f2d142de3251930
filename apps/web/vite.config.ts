import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { gallery } from './build/gallery-plugin.ts';
import { prerender } from './build/prerender-plugin.ts';

const root = import.meta.dirname;

// Four entries: the site, and two small pages without React: the stream frame (`/frame/{id}`) and the guests' page (`/s/…`);
// and the script that customers' pages load.
const entries = ['index.html', 'frame.html', 'guest.html'].map((name) => join(root, name)).filter(existsSync);

// The React compiler makes code 3 to 6 percent larger, so code that public pages load goes without it (decision 076).
const signedInCode =
  /web\/src\/(?:features\/(?:devices|history|layout|renting|settings|streaming)|live|streams)\/|web\/src\/pages\/(?:devices|history|no-devices|rent|settings|stream)|packages\/ui\/src\/data-table\//;

export default defineConfig({
  root,
  plugins: [
    react(),
    babel({ include: signedInCode, presets: [reactCompilerPreset()] }),
    tailwindcss(),
    prerender(root),
    precompress(),
    gallery(join(root, '../../packages/ui/gallery')),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Lists the files of each page, for the tests that weigh them. Named with a dot, it is not served.
    manifest: '.manifest.json',
    target: 'es2022',
    // The policy of the site forbids data: scripts and fonts: everything is a file.
    assetsInlineLimit: 0,
    // Every browser that decodes our video supports modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Puts each sentence of a language file where it is shown, so that a page loads its own sentences only (decision 077).
      optimization: { inlineConst: { mode: 'all' } },
      input: [...entries, join(root, 'src/component/pocketfleet-phone.ts')],
      output: {
        // Customers write this one address into their pages.
        entryFileNames: ({ name }) =>
          name === 'pocketfleet-phone' ? 'component/[name].js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            // The few lines that the site and the frame share: apart from the rest, so that the frame loads nothing else.
            {
              name: 'shared',
              includeDependenciesRecursively: false,
              test: /packages\/client\/src\/api-error\.|web\/src\/session\/read-cookie\.|web\/src\/team\.|vite\/preload-helper/,
            },
            // The code of every page, in two files that run one after the other (src/app/main.tsx), because small files
            // compress badly. The frame uses none of it.
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
            {
              name: 'base',
              // Otherwise it would include React.
              includeDependenciesRecursively: false,
              test: /node_modules\/(?:react-router|clsx)\/|lucide-react\/dist\/esm\/(?!icons)/,
            },
            // The other code of a first visit, in one file, because thirty small files would be thirty requests.
            {
              name: 'visit',
              // Otherwise it would include code that the frame needs as well.
              includeDependenciesRecursively: false,
              test: /packages\/ui\/src\/(?:banner|button|card|empty-state|field|icon-defaults|lazy-boundary|load-failure|logo|phone-body|skip-link|spinner|theme|toaster)\.|packages\/rules\/src\/brand\.|web\/src\/api\/(?:api-provider|errors)\.|packages\/client\/src\/client\.|web\/src\/language\/en\/(?:accounts|contact|error-codes|errors|layout|session)\.|packages\/rules\/src\/prices\.|web\/src\/(?:app\/page-announcer|pages\/page-title|paths)\.|web\/src\/media\/(?:chat|feed|home|profile|settings|typing)\.(?:webp|mp4)|web\/src\/session\/(?!read-cookie)|features\/layout\/use-logout\.|lucide-react\/dist\/esm\/icons\/(?:arrow-up-right|check|circle-(?:alert|check|exclamation-point)|cloud-off|info|menu|pause|play|plus|triangle-(?:alert|exclamation-point)|upload)\./,
            },
            // The code that only public pages share, in one file for the same reason.
            {
              name: 'public',
              includeDependenciesRecursively: false,
              test: /web\/src\/pages\/public-frame\.|web\/src\/language\/en\/landing\.|features\/landing\/(?:sections|site-footer|site-nav|use-scroll-place|use-section-jump)\./,
            },
            // The code that every signed-in page needs at once, and no other page.
            {
              name: 'signed-in',
              // Otherwise it would include code that the pages of visitors need as well.
              includeDependenciesRecursively: false,
              test: /node_modules\/@tanstack\/(?:query-core|react-query)\/|web\/src\/live\/(?:live-events-provider|reconnect-delay|sure-refresh|use-open-questions)\.|web\/src\/forms\/is-typing\.|web\/src\/api\/(?:devices|query-keys)\.|web\/src\/app\/account-data\.|features\/layout\/(?:protected-layout|sidebar|nav-items|team-mark|user-menu)\.|packages\/ui\/src\/(?:format|icon-button|menu-on-demand|page-header|skeleton|stat-strip|status-dot|tag|with-exact-time)\.|lucide-react\/dist\/esm\/icons\/(?:chevron-down|chevron-up|circle-play|circle-question-mark|log-out|logs|message-circle-question-mark|rotate-ccw-clock|settings|shopping-bag|smartphone|square-terminal|users|wifi-off|x)\./,
            },
            // Code that the list of phones and a phone's session share.
            {
              name: 'phones',
              includeDependenciesRecursively: false,
              test: /features\/devices\/(?:device-view|replacement|use-devices)\.|web\/src\/language\/en\/devices\.|lucide-react\/dist\/esm\/icons\/(?:calendar-clock|calendar-plus|layout-grid|refresh-cw)\./,
            },
            // The parts that Radix's tabs, choices and switches have in common.
            {
              name: 'radix',
              includeDependenciesRecursively: false,
              test: /node_modules\/@radix-ui\/(?:primitive|react-(?:collection|compose-refs|context|direction|id|primitive|roving-focus|slot|toggle|toggle-group|use-[a-z-]+))\//,
            },
            // The table of the lists. Without a file of its own, it would be loaded with other parts that pages share.
            {
              name: 'table',
              includeDependenciesRecursively: false,
              test: /packages\/ui\/src\/data-table\/|node_modules\/@tanstack\/(?:react-)?(?:table|virtual|store)/,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    strictPort: true,
    proxy: {
      '/api': process.env['API_URL'] ?? 'http://localhost:4000',
      '/ws': { target: process.env['API_URL'] ?? 'http://localhost:4000', ws: true },
    },
  },
});

/** Writes `.br` and `.gz` beside every text file of the build; the server sends them as they are. */
function precompress(): Plugin {
  return {
    name: 'pocketfleet:precompress',
    apply: 'build',
    closeBundle() {
      const dist = join(root, 'dist');
      if (!existsSync(dist)) return;
      for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(html|js|css|svg|json|txt|webmanifest)$/.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const content = readFileSync(file);
        if (content.length < 512) continue;
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        );
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
