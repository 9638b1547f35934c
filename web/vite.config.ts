import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { NONCE_PLACEHOLDER } from './served.ts';

/** With everything that they import. */
const FIRST_PAGE = /web\/src\/(main|pages\/home\/HomePage)\.tsx$/;
/**
 * Parts that only games share are apart from parts that all pages share, because the console does not need the former.
 */
const OF_GAMES = /web\/src\/shared\/(fairness|play|battles)\/|fairness\/src\//;
const OF_ALL = /web\/src\/shared\/(?!fairness|play|battles)|@mantine\/(core|hooks|form)\//;
const SERVER = 'http://localhost:3000';

// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The server puts a nonce of its own into each page that it sends.
  html: { cspNonce: NONCE_PLACEHOLDER },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Fonts and pictures are files, so that the policy of the page needs no `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // A test measures the size that is sent, which is what matters.
    chunkSizeWarningLimit: 1_000,
    // There are few files, because on a telephone each request costs more than its bytes: one for the first page, and
    // two for what pages share.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: FIRST_PAGE, priority: 3 },
            { name: 'parts', test: OF_ALL, minShareCount: 4, priority: 2 },
            { name: 'games', test: OF_GAMES, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
  // While developing: the API takes acts from its own site alone.
  server: {
    proxy: {
      '/api': { target: SERVER, headers: { origin: SERVER } },
      '/socket.io': { target: SERVER, headers: { origin: SERVER }, ws: true },
    },
  },
});
