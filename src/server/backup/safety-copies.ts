import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queryable } from '#server/platform/database.ts'
import { clearDrafts, isSilent, SILENT_MS } from './clear-drafts.ts'
import { namesIn } from './kept-films.ts'
import { folderMark } from './name-backup.ts'
import { readLastRestore } from './restore-order.ts'

const KEPT = 5

/** What a safety copy was made before, as its file's name says. */
export type SafetyCopy = {
  file: string
  madeBefore: 'upgrade' | 'restore'
  madeAt: Date
  /** Which installation made it; null where the name does not say. */
  mark: string | null
  /** From which version to which, where it was made before an upgrade: each once, however often it was tried. */
  upgrade: { from: string; to: string; schema: string } | null
}

const NAME =
  /^before-(?:upgrade-from-((?:[\w.]+-)?schema-(\d{4}))-to-([\w.]+-schema-\d{4})|restore)-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-([0-9a-f]{8}))?\.leadline$/

/** Reads what a file is by its name; undefined where it is no safety copy. */
export function safetyCopyOf(file: string): SafetyCopy | undefined {
  const [, from, schema, to, day, hours, minutes, seconds, mark = null] = NAME.exec(file) ?? []
  if (day === undefined) return undefined
  const madeAt = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  if (from === undefined || to === undefined || schema === undefined)
    return { file, madeBefore: 'restore', madeAt, mark, upgrade: null }
  return { file, madeBefore: 'upgrade', madeAt, mark, upgrade: { from, to, schema } }
}

/** The name of the version's part in such a file's name: what is known of it, and its schema's number. */
export const versionPart = (version: string | null, schema: string): string =>
  `${version === null ? '' : `${version.replace(/[^\w.]/g, '.')}-`}schema-${schema.slice(0, 4)}`

/** The safety copies in a folder that were not made under another SECRET, newest first. */
export async function safetyCopiesIn(folder: string, secret: string): Promise<SafetyCopy[]> {
  const own = folderMark(secret)
  return (await allCopiesIn(folder)).filter(({ mark }) => mark === null || mark === own)
}

/**
 * The safety copies in a folder that were made under another SECRET, newest first: those of another installation, and after a
 * new SECRET one's own from before it. Which of the two they are nothing tells, so whoever runs the server deletes them.
 */
export async function copiesOfOthersIn(folder: string, secret: string): Promise<SafetyCopy[]> {
  const own = folderMark(secret)
  return (await allCopiesIn(folder)).filter(({ mark }) => mark !== null && mark !== own)
}

const allCopiesIn = async (folder: string): Promise<SafetyCopy[]> =>
  (await namesIn(folder))
    .flatMap((name) => safetyCopyOf(name) ?? [])
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())

/**
 * Up to when the files of all films stay, whether or not there is such a film: the newest copy made before a restore leads
 * back to films and has none in it. Undefined where nothing leads back. The copy may be in the folder of another process.
 */
export async function filmsMayComeBack(
  { backupDir, secret }: { backupDir: string; secret: string },
  database: Queryable,
): Promise<Date | undefined> {
  const copy = (await safetyCopiesIn(backupDir, secret)).find(({ madeBefore }) => madeBefore === 'restore')
  const last = await readLastRestore(database)
  const times = [copy?.madeAt, last?.state === 'done' ? new Date(last.at) : undefined]
  return times.filter((time) => time !== undefined).sort((a, b) => b.getTime() - a.getTime())[0]
}

/**
 * The copies that are kept: the newest five before a restore, and before the newest five upgrades, of which one that was
 * tried again and again has the last copy only.
 */
export function keptSafetyCopies(newestFirst: readonly SafetyCopy[]): Set<SafetyCopy> {
  const kept = new Set<SafetyCopy>()
  const upgrades = new Set<string>()
  let restores = 0
  for (const copy of newestFirst) {
    if (copy.upgrade === null) {
      restores += 1
      if (restores <= KEPT) kept.add(copy)
      continue
    }
    const way = `${copy.upgrade.from} ${copy.upgrade.to}`
    if (upgrades.has(way) || upgrades.size === KEPT) continue
    upgrades.add(way)
    kept.add(copy)
  }
  return kept
}

/**
 * Takes away this installation's safety copies that are not kept any more, and what was left half-written. The one that was
 * just made is the newest, also beside some that a wrong clock dated ahead.
 */
export async function dropSafetyCopies(folder: string, secret: string, justMade: string): Promise<void> {
  await clearDrafts(folder)
  const copies = await safetyCopiesIn(folder, secret)
  const isNewest = ({ file }: SafetyCopy) => file === justMade
  const kept = keptSafetyCopies([...copies.filter(isNewest), ...copies.filter((copy) => !isNewest(copy))])
  for (const copy of copies) if (!kept.has(copy)) await rm(join(folder, copy.file), { force: true })
}

/**
 * Takes away what a process of this installation that was killed had begun to write before an upgrade, and what nobody has
 * written to for an hour: another installation may be at its own.
 */
export async function clearUpgradeDrafts(folder: string, secret: string): Promise<void> {
  const own = `-${folderMark(secret)}.leadline.`
  for (const name of await namesIn(folder)) {
    if (!/^before-upgrade-.*\.(part|unchecked)$/.test(name)) continue
    const path = join(folder, name)
    if (name.includes(own) || (await isSilent(path, SILENT_MS))) await rm(path, { force: true })
  }
}
