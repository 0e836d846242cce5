import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import { type Backup, type Backups, backupsApi, type SafetyCopy } from '#contract/backups.ts'
import { readOwner } from '#server/owner/store.ts'
import { verifyPassword } from '#server/owner/verify-password.ts'
import { type Exchange, type OwnerGate, serve } from '#server/platform/http/serve.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { CurrentVendorSettings } from '#server/vendor-settings/current-vendor-settings.ts'
import { arrivalPath, dropArrival, readArrival } from './arrival.ts'
import { sealInto } from './backup-file.ts'
import { BackupProblem } from './backup-problem.ts'
import { backupTrouble } from './backup-trouble.ts'
import { BACKUP } from './current-passphrase.ts'
import type { BackupKeeper } from './keep-backups.ts'
import type { CopyKeeper, CopyParts } from './keep-copies.ts'
import { openBackup } from './kept-films.ts'
import { openingPassphrase, ownPassphrase } from './own-passphrase.ts'
import { noteRestoreBegins, noteRestoreEnded, type RestoreDesk, readLastRestore } from './restore-order.ts'
import type { BackupParts } from './run-backup.ts'
import { safetyCopiesIn, safetyCopyOf } from './safety-copies.ts'
import { readPlaceState, secondPlaceRoutes } from './second-place-routes.ts'
import { readSecondPlace } from './second-place-store.ts'
import { secondPlaceTrouble } from './second-place-trouble.ts'
import {
  type BackupRow,
  expectBackups,
  findProvedRow,
  isBrokenOff,
  lastProvedRow,
  latestNoted,
  listShownRows,
  nightsAround,
  readWatch,
} from './store.ts'
import { backupUploadRoutes } from './upload-routes.ts'

/** What the calls about backups need. */
export type BackupRouteParts = {
  ownerGate: OwnerGate
  backups: CopyParts
  keeper: BackupKeeper
  copies: CopyKeeper
  vendorSettings: Pick<CurrentVendorSettings, 'change' | 'remove' | 'of'>
  sessionOf(request: Exchange['request']): string | null
  /** Who restores; undefined where nobody can. */
  restoreDesk: Pick<RestoreDesk, 'begin'> | undefined
  stopping: AbortSignal
}

const MOST_SHOWN = 60

/** The owner's calls about the backups that the product makes by itself. */
export async function backupRoutes(app: FastifyInstance, parts: BackupRouteParts): Promise<void> {
  const { backups, keeper } = parts
  const changed = () => backups.live.changed('backups')
  await backupUploadRoutes(app, { ownerGate: parts.ownerGate, backupDir: backups.backupDir, changed })
  secondPlaceRoutes(app, parts, () => readBackups(parts))
  serve(app, backupsApi, parts.ownerGate, {
    'GET /api/backups': () => readBackups(parts),
    'PUT /api/backups/passphrase': async ({ passphrase, password }, { request }) => {
      await askPassword(parts, password, parts.sessionOf(request) ?? '')
      if (backups.passphrase().from === 'environment')
        throw new Refusal(
          'conflict',
          'The passphrase is set by BACKUP_PASSPHRASE where the server is started.',
        )
      await parts.vendorSettings.change(BACKUP, { values: {}, secrets: { passphrase } }, (transaction) =>
        expectBackups(transaction, backups.clock.now()),
      )
      await keeper.now()
      return readBackups(parts)
    },
    'POST /api/backups': async () => {
      if (backups.passphrase().passphrase === undefined)
        throw new Refusal('conflict', 'Set a passphrase first: without it there is nothing to encrypt with.')
      if (!(await keeper.now())) throw new Refusal('conflict', 'A backup is being made already.')
      return readBackups(parts)
    },
    'GET /api/backups/:id/file': async ({ id }, exchange) => {
      const row = isId(id) ? await findProvedRow(backups.database, { id }) : undefined
      if (!row || !existsSync(join(backups.backupDir, row.file)))
        throw new Refusal('not-found', 'The file of this backup is not on this server.')
      return sendBackup(backups, row, exchange)
    },
    'POST /api/backups/restore': async ({ file, passphrase, password }, { request }) => {
      const session = parts.sessionOf(request) ?? ''
      await askPassword(parts, password, session)
      await beginRestore(parts, { file, typed: passphrase || undefined, session })
      return readBackups(parts)
    },
    'GET /api/backups/copies/:file': async ({ file }, exchange) => {
      const path = join(backups.backupDir, file)
      if (!safetyCopyOf(file) || !existsSync(path))
        throw new Refusal('not-found', 'This copy is not on this server.')
      const { passphrase } = backups.passphrase()
      if (passphrase === undefined)
        throw new Refusal('conflict', 'Choose a passphrase first: the download is encrypted with it.')
      const opening = await openingPassphrase(path, [ownPassphrase(backups.secret), passphrase])
      if (opening === undefined) throw earlier()
      return sendSealed(file, (into) => sealInto(into, passphrase, openBackup(path, opening)), exchange)
    },
  })
}

async function beginRestore(
  { backups, restoreDesk }: BackupRouteParts,
  { file, typed, session }: { file: string; typed: string | undefined; session: string },
): Promise<void> {
  const { database, backupDir, clock } = backups
  if (!restoreDesk) throw new Refusal('conflict', 'This server cannot restore by itself.')
  const found = await locate(backups, file)
  if (!found) throw new Refusal('not-found', 'This backup is not on this server.')
  const { path, name } = found
  const { passphrase: current } = backups.passphrase()
  const passphrase = await openingPassphrase(path, [typed, ownPassphrase(backups.secret), current])
  if (passphrase === undefined)
    throw new Refusal('invalid', 'This backup was made under another passphrase.', {
      fields: { passphrase: 'Type the passphrase that this backup was made with' },
    })
  const begins = {
    ...{ state: 'running' as const, at: clock.now().toISOString(), file: name, problem: null },
    ...{ safetyCopy: null, seconds: null, isOtherPassword: false },
  }
  if (!(await noteRestoreBegins(database, begins)))
    throw new Refusal('conflict', 'A restore is under way already.')
  restoreDesk.begin({
    ...{ path, file: name, passphrase, session },
    ...(found.isArrival && { done: () => dropArrival(backupDir) }),
    refused: (problem) => noteRestoreEnded(database, { ...begins, state: 'failed', problem }),
  })
}

/** The file of a backup, of a safety copy, or of what arrived and was checked; undefined where it is none of these. */
async function locate({ database, backupDir }: BackupParts, file: string) {
  const arrival = await readArrival(backupDir)
  if (arrival?.id === file && arrival.state === 'checked')
    return { path: arrivalPath(backupDir, arrival.id), name: arrival.name, isArrival: true }
  const isKnown = safetyCopyOf(file) !== undefined || (await findProvedRow(database, { file })) !== undefined
  const path = join(backupDir, file)
  return isKnown && existsSync(path) ? { path, name: file, isArrival: false } : undefined
}

/** Whoever has the passphrase can read everything that a backup holds, so a session alone is not enough to choose it. */
async function askPassword({ backups }: BackupRouteParts, password: string, session: string): Promise<void> {
  const { database, clock } = backups
  const storedHash = (await readOwner(database))?.password_hash ?? null
  try {
    await verifyPassword(database, clock, { password, storedHash, caller: { session } })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'no-session') throw error
    throw new Refusal('invalid', 'The password is not right.', {
      fields: { password: 'Incorrect password' },
    })
  }
}

async function readBackups({
  backups: parts,
  restoreDesk,
  vendorSettings,
}: BackupRouteParts): Promise<Backups> {
  const { database, clock, backupDir } = parts
  const { from } = parts.passphrase()
  const now = clock.now()
  const rows = (await listShownRows(database)).map((row) => ({ row, shown: asBackup(parts, row) }))
  const proved = await lastProvedRow(database, now)
  const newest = rows.find(
    ({ row }) => row.state !== 'running' && !isBrokenOff(row) && row.started_at <= latestNoted(now),
  )
  const { since } = await readWatch(database)
  const isExpected = from === 'dashboard' || from === 'environment'
  return {
    passphrase: from,
    folder: resolve(backupDir),
    copyFolder: parts.copyDir === undefined ? null : resolve(parts.copyDir),
    nextAt: isExpected ? (await nightsAround(database, now, parts.timezone())).next.toISOString() : null,
    lastProved: proved ? asBackup(parts, proved) : null,
    trouble:
      backupTrouble({ since, newest: newest?.row, proved }, now) ??
      secondPlaceTrouble(await readSecondPlace(database), now),
    secondPlace: await readPlaceState(parts, vendorSettings),
    arrival: (await readArrival(backupDir)) ?? null,
    // One whose file is here can be restored, however old it is.
    backups: rows.map(({ shown }) => shown).filter(({ file }, at) => at < MOST_SHOWN || file !== null),
    safetyCopies: await listSafetyCopies(parts),
    lastRestore: await readLastRestore(database),
    canRestore: restoreDesk !== undefined,
  }
}

async function listSafetyCopies({ backupDir, secret }: BackupParts): Promise<SafetyCopy[]> {
  const copies = (await safetyCopiesIn(backupDir, secret)).map(
    async ({ file, madeBefore, madeAt, upgrade }) => ({
      ...{ file, madeBefore, madeAt: madeAt.toISOString(), bytes: (await stat(join(backupDir, file))).size },
      from: upgrade && versionWords(upgrade.from),
      to: upgrade && versionWords(upgrade.to),
    }),
  )
  return Promise.all(copies)
}

const versionWords = (part: string): string =>
  part.replace('-schema-', ', schema ').replace('schema-', 'schema ')

const asBackup = ({ backupDir }: BackupParts, row: BackupRow): Backup => ({
  id: row.id,
  occasion: row.occasion,
  state: row.state,
  startedAt: row.started_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  bytes: row.bytes,
  rows: row.row_count,
  proofSeconds: row.proof_seconds,
  differences: row.differences,
  reason: isBrokenOff(row)
    ? 'The server was stopped while this backup was being made: make another one.'
    : row.reason,
  file: row.state === 'proved' && existsSync(join(backupDir, row.file)) ? row.file : null,
})

/** Sends a backup as one file: as it is, or with the films in it that are kept beside it. */
async function sendBackup(
  parts: BackupParts,
  { file, films }: BackupRow,
  exchange: Exchange,
): Promise<string> {
  const path = join(parts.backupDir, file)
  const { passphrase } = parts.passphrase()
  let entries: AsyncGenerator<Buffer> | undefined
  if (films.length > 0) {
    if (passphrase === undefined) throw earlier()
    // What fails at once is still answered as an error.
    const whole = openBackup(path, passphrase)
    const first = await whole.next().catch((error: unknown) => {
      throw error instanceof BackupProblem ? earlier() : error
    })
    entries = (async function* () {
      if (!first.done) yield first.value
      yield* whole
    })()
  }
  const send = async (into: NodeJS.WritableStream) => {
    if (entries && passphrase !== undefined) await sealInto(into, passphrase, entries)
    else await pipeline(createReadStream(path), into)
  }
  return sendSealed(file, send, exchange)
}

/** Sends a file that is written while it is sent. */
async function sendSealed(
  file: string,
  send: (into: NodeJS.WritableStream) => Promise<void>,
  { request, reply }: Exchange,
): Promise<string> {
  reply.hijack()
  for (const [header, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(header, value)
  reply.raw.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${file}"`,
    'Cache-Control': 'no-store',
  })
  try {
    await send(reply.raw)
  } catch (error) {
    request.log.warn({ err: error }, 'the download of a backup ended early')
    reply.raw.destroy()
  }
  return ''
}

const earlier = () =>
  new Refusal(
    'conflict',
    'This backup has videos and was made under an earlier passphrase. Copy the backups’ folder from the server.',
  )
