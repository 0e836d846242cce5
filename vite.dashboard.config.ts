import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Writes scripts and styles compressed beside themselves, as the server sends them (`preCompressed`). */
const compressed = (): Plugin => ({
  name: 'compressed-beside',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))
    for (const name of names) {
      const bytes = await readFile(join(dir, name))
      await writeFile(join(dir, `${name}.br`), brotliCompressSync(bytes))
      await writeFile(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
})

/*
 * Builds the owner's dashboard into dist/dashboard: index.html, the shell of /analytics, and its hashed files
 * under assets/dashboard, which the server serves at /assets/dashboard/.
 */
export default defineConfig({
  root: 'src/web/dashboard',
  base: '/',
  publicDir: false,
  plugins: [react(), tailwind(), compressed()],
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
