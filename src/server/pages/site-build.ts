import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SiteRenderer } from '#contract/page-rendering.ts'
import { type Compressed, compressed, uncompressed } from './compressed.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

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
  const assets = join(folder, 'site', 'assets')
  const names = await readdir(assets)
  const files = names.map(async (name): Promise<[string, Asset]> => {
    const bytes = await readFile(join(assets, name))
    const type = types[extname(name)] ?? 'application/octet-stream'
    return [name, { type, bytes: type.startsWith('text/') ? await compressed(bytes) : uncompressed(bytes) }]
  })
  return new Map(await Promise.all(files))
}
