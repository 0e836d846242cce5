import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { openInstallation } from '#server/open-installation.ts'
import { type Asked, askBoth, openToAsk, PASSWORD, pick, sized } from './dashboard-questions.part.ts'
import { fillInstallation } from './fill-installation.part.ts'
import { peakInWords, watchFamily } from './process-memory.part.ts'

/*
 * How long the dashboard's answers take at 50 thousand and at 5 million page views over the same 90 days. Both
 * installations run side by side and are asked in turn, because the machine's speed drifts. Filling the large one takes
 * seven minutes where nothing else is at work, asking three.
 * `npm run bench reports 1000000` takes another large size; two data folders after it are filled where they do not exist
 * yet, and kept to be asked again.
 */
const SMALL = 50_000
const LARGE = Number(process.argv[2] ?? 5_000_000)
const FOLDERS = process.argv.slice(3)
const DAYS = 90
// What an installation with nobody in it takes, the write-ahead log apart.
const EMPTY_MB = 11

// Both before anything is asked: what is running would count as memory that filling takes.
const folders = { small: await fill(SMALL, FOLDERS[0]), large: await fill(LARGE, FOLDERS[1]) }
const small = await open(folders.small)
const large = await open(folders.large)
console.log(
  `\n${'question'.padEnd(42)} ${sized(SMALL)} p50    p95 ms  ${sized(LARGE)} p50    p95 ms   ratio of p50`,
)
await askBoth(
  small,
  large,
  ({ name, small: a, large: b }) =>
    console.log(
      `${name.padEnd(42)} ${at(a, 0.5)} ${at(a, 0.95)} ${at(b, 0.5)} ${at(b, 0.95)} ${(pick(b, 0.5) / pick(a, 0.5)).toFixed(2).padStart(10)}`,
    ),
  // Fewer page views than the small one's say nothing about speed, only that every question is answered.
  LARGE < SMALL ? { rounds: 1, atLeastMs: 0 } : undefined,
)
await small.end()
await large.end()

/** Fills an installation where its folder is not there yet; returns the folder, and whether it is to be kept. */
async function fill(pageViews: number, folder?: string): Promise<{ dataDir: string; isKept: boolean }> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'leadline-reports-'))
  if (folder && existsSync(folder)) return { dataDir, isKept: true }
  const started = Date.now()
  const memory = watchFamily(process.pid)
  const installation = await openInstallation(
    readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', OWNER_PASSWORD: PASSWORD }),
    () => {},
    { mayBeNew: true },
  )
  await fillInstallation(installation.database, { pageViews, days: DAYS })
  const { rows } = await sql<{ mb: number }>`
    select pg_database_size(current_database()) / 1e6 as mb`.execute(installation.database)
  const mb = Number(rows[0]?.mb)
  await installation.close()
  memory.stop()
  console.log(
    `${sized(pageViews).trim()} page views prepared in ${Math.round((Date.now() - started) / 1000)} s; ${Math.round(mb)} MB, ${Math.round((mb - EMPTY_MB) / (pageViews / 1e6))} per million`,
  )
  console.log(`highest memory of this program and the database ${peakInWords(memory.peak())}`)
  return { dataDir, isKept: folder !== undefined }
}

async function open({ dataDir, isKept }: { dataDir: string; isKept: boolean }): Promise<Asked> {
  const asked = await openToAsk(dataDir)
  return {
    ...asked,
    async end() {
      await asked.end()
      if (!isKept) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function at(sorted: number[], share: number): string {
  return pick(sorted, share).toFixed(1).padStart(11)
}
