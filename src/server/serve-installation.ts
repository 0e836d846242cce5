import { join, resolve } from 'node:path'
import type { ClientConfig } from 'pg'
import { BackupProblem } from './backup/backup-problem.ts'
import { checkBackup } from './backup/check-backup.ts'
import { openBackup } from './backup/kept-films.ts'
import { migrationsOf } from './backup/load-backup.ts'
import { makeBackup } from './backup/make-backup.ts'
import { nameBackup } from './backup/name-backup.ts'
import { ownPassphrase } from './backup/own-passphrase.ts'
import { lookAtTarget, restoreBackup } from './backup/restore-backup.ts'
import { noteRestoreEnded, type RestoreOrder } from './backup/restore-order.ts'
import { dropSafetyCopies } from './backup/safety-copies.ts'
import { carryBackupRows } from './backup/store.ts'
import type { Config } from './config.ts'
import { explainStart } from './explain-start.ts'
import { filmFolder } from './films/film-folder.ts'
import { carrySession } from './owner/store.ts'
import { systemClock } from './platform/clock.ts'
import { startEngine } from './platform/engine/start-engine.ts'
import { holdPort } from './platform/http/hold-port.ts'
import { describeError } from './platform/log.ts'
import { pauseOthers, waitWhilePaused } from './platform/pause-others.ts'
import { productVersion } from './product-version.ts'
import { readSecret } from './read-secret.ts'
import { type Product, type StartOptions, startProduct } from './start-product.ts'

// Others look every second, and finish what is in flight.
const OTHERS_LEAVE_WITHIN_MS = 30_000

/**
 * The product, which a restore from the dashboard ends and begins anew in the same process and at the same address: so
 * everything that it holds in memory is what was restored. Other processes on the database make way meanwhile.
 */
export async function serveInstallation(config: Config, options: StartOptions): Promise<Product> {
  const clock = options.clock ?? systemClock
  let settled = config
  let current: Product | undefined
  let isEnding = false
  let isRestoring = false
  let turning: Promise<void> = Promise.resolve()
  let fail: (reason: string) => void = () => {}
  const failed = new Promise<string>((resolve) => {
    fail = resolve
  })

  const start = async (problem?: {
    order: RestoreOrder
    reason: string
    begunAt: Date
  }): Promise<Product> => {
    const started = await startProduct(settled, {
      ...options,
      restored: problem && {
        ...{ state: 'failed' as const, at: problem.begunAt.toISOString(), file: problem.order.file },
        ...{ problem: problem.reason, safetyCopy: null, seconds: null, isOtherPassword: false },
      },
      restoreDesk: {
        begin: (order) => turn(() => restore(order)),
        // What this one asks of others it need not do itself.
        makeWay: () => !isRestoring && turn(makeWay),
      },
    })
    current = started
    void started.failed.then((reason) => current === started && fail(reason))
    return started
  }
  const turn = (work: () => Promise<void>) => {
    turning = turning.then(work).catch((error: unknown) => fail(sentenceOf(error)))
  }
  const leave = async () => {
    const leaving = current
    // Its engine ends, and is not to be missed.
    current = undefined
    await leaving?.stop()
    return holdPort(settled)
  }

  async function makeWay(): Promise<void> {
    if (isEnding || !current) return
    const held = await leave()
    try {
      await waitWhilePaused({ connectionString: settled.databaseDirectUrl })
    } finally {
      await held.release()
    }
    if (!isEnding) await start()
  }

  async function restore(order: RestoreOrder): Promise<void> {
    if (isEnding || !current) return
    const begunAt = clock.now()
    let problem: string | undefined
    let comeBack = async () => {}
    let held: { release(): Promise<void> } | undefined
    isRestoring = true
    try {
      // While the site is open: a file that is damaged takes nothing away from anybody.
      migrationsOf((await checkBackup(openBackup(order.path, order.passphrase))).start)
      if (settled.databaseUrl) comeBack = await pauseOthers({ connectionString: settled.databaseDirectUrl })
      held = await leave()
      await replace(order, begunAt)
    } catch (error) {
      problem = reasonOf(error)
      options.say(`The restore failed: ${problem}`)
    }
    await held?.release()
    await comeBack()
    isRestoring = false
    if (held && !isEnding)
      await start(problem === undefined ? undefined : { order, reason: problem, begunAt })
    else if (!held && problem !== undefined) await order.refused(problem)
  }

  async function replace(order: RestoreOrder, begunAt: Date): Promise<void> {
    const begun = performance.now()
    const engine = settled.databaseUrl
      ? null
      : await startEngine({ dataDir: settled.dataDir, say: options.say })
    const connection: ClientConfig = engine?.connection ?? { connectionString: settled.databaseDirectUrl }
    try {
      await lookAtTarget(connection, OTHERS_LEAVE_WITHIN_MS)
      const secret = await readSecret(settled)
      const { filmsPath } = filmFolder(settled.mediaDir)
      const safetyCopy = nameBackup('before-restore', clock.now(), secret)
      await makeBackup(
        {
          ...{ connection, secret, product: productVersion, filmsPath, leavesFilms: true },
          now: () => clock.now(),
        },
        join(resolve(settled.backupDir), safetyCopy),
        ownPassphrase(secret),
      )
      options.say(`What was here until the restore is kept in ${safetyCopy}.`)
      await restoreBackup(
        { connection, filmsPath, secret },
        () => openBackup(order.path, order.passphrase),
        async (transaction) => {
          const bringBack = await carrySession(transaction, order.session)
          const bringList = await carryBackupRows(transaction)
          return async (restored) => {
            await bringList(restored)
            const isSamePassword = await bringBack(restored)
            await noteRestoreEnded(restored, {
              ...{ state: 'done', at: begunAt.toISOString(), file: order.file, problem: null, safetyCopy },
              ...{ seconds: (performance.now() - begun) / 1000, isOtherPassword: !isSamePassword },
            })
          }
        },
      )
      await dropSafetyCopies(settled.backupDir, secret, safetyCopy)
      await order.done?.()
      options.say(`Restored ${order.file} from the dashboard.`)
    } finally {
      await engine?.stop()
    }
  }

  // Whoever restores just now can do so only while nobody else uses the database.
  if (settled.databaseUrl)
    await waitWhilePaused({ connectionString: settled.databaseDirectUrl }, () =>
      options.say('Database: another process restores a backup into it; waiting for that.'),
    ).catch(() => {
      // Where it cannot be reached the start says why.
    })
  const first = await start()
  // Whoever looked at it finds it again, also where the system chose the port.
  settled = { ...config, port: Number(new URL(first.url).port) || config.port }
  return {
    ...first,
    failed,
    async stop() {
      isEnding = true
      await turning
      await current?.stop()
    },
  }
}

/** Why the product could not be started again. */
function sentenceOf(error: unknown): string {
  const known = explainStart(error)
  if (typeof known === 'string') return known
  const { type, message } = describeError(known)
  return `${type}: ${message}`
}

/** Why a restore failed, for the owner. */
function reasonOf(error: unknown): string {
  if (error instanceof BackupProblem) return error.message
  const known = explainStart(error)
  if (typeof known === 'string') return `${known} Nothing was changed.`
  console.error(describeError(error))
  return 'It failed on our side; the server’s log says more. Nothing was changed.'
}
