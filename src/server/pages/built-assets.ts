import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { rememberLately } from '#server/platform/remember-lately.ts'
import { uncompressed } from './compressed.ts'
import { type Asset, assetFolders, mediaTypeOf } from './site-build.ts'

// Whoever has a page open for longer loads it anew.
const KEPT_DAYS = 30
const MEMORY_BYTES = 8 * 1024 * 1024
const A_BUILT_FILE = /^\/assets\/(dashboard\/)?[\w.-]+-[\w-]{8}\.[a-z0-9]+$/

const decompress = promisify(brotliDecompress)

type Kept = { type: string; bytes: Buffer; is_brotli: boolean }

/**
 * Stores the built files of this release in the database, where processes of other releases find them: while an upgrade
 * goes from process to process, and for pages that were opened before it. Files that the release before had, and this
 * one has not, go after 30 days. `dist` is the folder with the browser builds.
 */
export async function storeBuiltAssets(parts: {
  database: Database
  dist: string
  now: Date
}): Promise<void> {
  const { database, now } = parts
  const own = await listAssets(parts.dist)
  const { rows } = await sql<{ address: string }>`select address from built_assets`.execute(database)
  const stored = new Set(rows.map(({ address }) => address))
  const missing = await Promise.all([...own].filter(([address]) => !stored.has(address)).map(readAsset))
  if (missing.length > 0)
    await sql`
      insert into built_assets (address, type, bytes, is_brotli)
      select * from unnest(
        ${missing.map(({ address }) => address)}::text[], ${missing.map(({ type }) => type)}::text[],
        ${missing.map(({ bytes }) => bytes)}::bytea[], ${missing.map(({ is_brotli }) => is_brotli)}::boolean[]
      ) on conflict do nothing`.execute(database)
  const addresses = [...own.keys()]
  await sql`
    update built_assets set replaced_at = case when address = any(${addresses}) then null else ${now}::timestamptz end
    where (address = any(${addresses})) = (replaced_at is not null)`.execute(database)
  await sql`
    delete from built_assets where replaced_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(
    database,
  )
}

/** Finds built files of other releases by their address, `/assets/…`; undefined where no release has such a file. */
export function findBuiltAssets(database: Database): (address: string) => Promise<Asset | undefined> {
  const lately = rememberLately<Asset>(
    MEMORY_BYTES,
    ({ bytes }) => bytes.plain.length + (bytes.br?.length ?? 0),
  )
  return async (address) => {
    if (!A_BUILT_FILE.test(address)) return undefined
    const known = lately.get(address)
    if (known) return known
    const { rows } = await sql<Kept>`
      select type, bytes, is_brotli from built_assets where address = ${address}`.execute(database)
    const [kept] = rows
    if (!kept) return undefined
    const { type, bytes } = kept
    const asset: Asset = kept.is_brotli
      ? { type, bytes: { ...uncompressed(await decompress(bytes)), br: bytes } }
      : { type, bytes: uncompressed(bytes) }
    lately.set(address, asset)
    return asset
  }
}

/** The built files by their address. */
async function listAssets(dist: string): Promise<Map<string, string>> {
  const listed = Object.entries(assetFolders(dist)).map(async ([prefix, folder]) => {
    const entries = await readdir(folder, { withFileTypes: true })
    const names = entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []))
    return names
      .filter((name) => !/\.(br|gz)$/.test(name))
      .map((name): [string, string] => [prefix + name, join(folder, name)])
  })
  return new Map((await Promise.all(listed)).flat())
}

async function readAsset([address, file]: [string, string]): Promise<Kept & { address: string }> {
  const pressed = `${file}.br`
  const is_brotli = existsSync(pressed)
  return { address, type: mediaTypeOf(file), bytes: await readFile(is_brotli ? pressed : file), is_brotli }
}
