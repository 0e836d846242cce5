import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '#server/config.ts'
import { openInstallation } from '#server/open-installation.ts'
import { readSecret } from '#server/read-secret.ts'
import { fillInstallation } from './fill-installation.part.ts'
import { megabytesOf } from './process-memory.part.ts'

/*
 * How long `npm run backup` and `npm run restore` into an empty data folder take, and the most memory that the command
 * takes (PSS), alone and together with the engine that it starts. `npm run bench backup 500000` takes another size than 5
 * million page views; a data folder after it is filled where it does not exist yet, and kept to be asked again. Filling 5
 * million takes seven minutes where nothing else is at work.
 */
const PAGE_VIEWS = Number(process.argv[2] ?? 5_000_000)
const FOLDER = process.argv[3]
const DAYS = 90
const LOOK_EVERY_MS = 250

const scratch = mkdtempSync(join(tmpdir(), 'leadline-backup-bench-'))
try {
  const dataDir = FOLDER ?? join(scratch, 'filled')
  if (!existsSync(dataDir)) await fill(dataDir)
  const file = join(scratch, 'backup.leadline')
  await run('backup', ['--out', file], dataDir)
  console.log(`the file: ${Math.round(statSync(file).size / 1e6)} MB`)
  await run('restore', [file], join(scratch, 'restored'))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function fill(dataDir: string): Promise<void> {
  const begun = Date.now()
  const config = readConfig({ DATA_DIR: dataDir })
  // As a start makes one: it goes with the backup.
  await readSecret(config)
  const installation = await openInstallation(config, () => {}, { mayBeNew: true })
  await fillInstallation(installation.database, { pageViews: PAGE_VIEWS, days: DAYS })
  await installation.close()
  console.log(`${PAGE_VIEWS} page views prepared in ${Math.round((Date.now() - begun) / 1000)} s`)
}

async function run(command: 'backup' | 'restore', words: string[], dataDir: string): Promise<void> {
  const script = fileURLToPath(new URL(`../src/server/${command}-command.ts`, import.meta.url))
  const begun = Date.now()
  const child = spawn(process.execPath, [script, ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP_PASSPHRASE: 'a passphrase for benchmarks' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const own = child.pid ?? 0
  let alone = 0
  let together = 0
  const timer = setInterval(() => {
    const each = familyOf(own).map((pid) => [pid, seen(pid)] as const)
    alone = Math.max(alone, each.find(([pid]) => pid === own)?.[1] ?? 0)
    together = Math.max(
      together,
      each.reduce((sum, [, megabytes]) => sum + megabytes, 0),
    )
  }, LOOK_EVERY_MS)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(timer)
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  console.log(
    `${command} of ${PAGE_VIEWS} page views: ${seconds} s, at most ${Math.round(alone)} MB, with its engine ${Math.round(together)} MB`,
  )
}

function seen(pid: number): number {
  try {
    return megabytesOf(pid)
  } catch {
    // It ended between the two looks.
    return 0
  }
}

/** A process and all that came from it. */
function familyOf(first: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It ended between the two looks.
    }
  }
  const found = [first]
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child)
  return found
}
