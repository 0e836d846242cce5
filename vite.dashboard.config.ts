import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedBeside } from './vite.compressed.ts'

/*
 * Builds the owner's dashboard into dist/dashboard: index.html, the shell of /analytics, and its hashed files
 * under assets/dashboard, which the server serves at /assets/dashboard/.
 */
export default defineConfig({
  root: 'src/web/dashboard',
  base: '/',
  publicDir: false,
  plugins: [react(), tailwind(), compressedBeside()],
  build: {
    outDir: '../../../dist/dashboard',
    emptyOutDir: true,
    assetsDir: 'assets/dashboard',
    // Everything is a file of its own: the page's security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['es2022', 'safari16.4', 'chrome111', 'firefox125'],
  },
})
