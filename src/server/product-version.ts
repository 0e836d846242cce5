import { readFileSync } from 'node:fs'

const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

/** The version of this product. */
export const productVersion = manifest.version
