import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SiteRenderer } from '#contract/page-rendering.ts'
import { type Compressed, uncompressed } from './compressed.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** The folder with the browser builds. */
export const builtFolder = fileURLToPath(new URL('../../../dist', import.meta.url))

/** Where the browser files of a build are, by the beginning of their addresses. */
export const assetFolders = (dist: string) => ({
  '/assets/': join(dist, 'site', 'assets'),
  '/assets/dashboard/': join(dist, 'dashboard', 'assets', 'dashboard'),
})

/** The media type of a built file by its name. */
export const mediaTypeOf = (file: string): string => types[extname(file)] ?? 'application/octet-stream'

/** One built file: its bytes and its media type. */
export type Asset = { bytes: Compressed; type: string }

/** Loads the built renderer. `folder` is the project's `dist`; without a build it says how to make one. */
export async function loadRenderer(folder: string): Promise<SiteRenderer> {
  const file = join(folder, 'site-server', 'render.js')
  try {
    return await import(pathToFileURL(file).href)
  } catch (error) {
    throw new Error(`The public pages are not built (${file}). Run: npx vite build -c vite.site.config.ts`, {
      cause: error,
    })
  }
}

/** Reads every built browser file into memory, by its name under `/assets/`. They are few and never change. */
export async function loadAssets(folder: string): Promise<Map<string, Asset>> {
  const assets = assetFolders(folder)['/assets/']
  const names = (await readdir(assets)).filter((name) => !/\.(br|gz)$/.test(name))
  const files = names.map(async (name): Promise<[string, Asset]> => {
    const file = join(assets, name)
    const plain = uncompressed(await readFile(file))
    const type = mediaTypeOf(name)
    // The build compressed them as hard as can be, which would be most of the time to start.
    const isText = extname(name) === '.js' || extname(name) === '.css'
    const pressed = isText && { br: await readFile(`${file}.br`), gzip: await readFile(`${file}.gz`) }
    return [name, { type, bytes: { ...plain, ...pressed } }]
  })
  return new Map(await Promise.all(files))
}
