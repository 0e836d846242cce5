import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#support/free-port.ts'
import { type ProductProcess, startProductProcess } from '#support/product-process.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { repeat, writeUntil } from './kill-clients.ts'
import { compareWithLedger, type Ledger } from './kill-ledger.ts'

/** What one round of load, kill and restart showed; `problems` is empty when nothing was lost or doubled. */
export type KillRound = {
  round: number
  killedAfterMs: number
  acknowledged: number
  repeated: number
  restartMs: number
  /** Page views and captures in all that were compared with the disk. */
  compared: number
  problems: string[]
}

const SHORTEST_MS = 400
const LONGEST_MS = 3000

/**
 * Kills the server (SIGKILL) at a random moment under load, starts it again, lets the clients repeat what was not
 * acknowledged, and compares the disk with what was; `rounds` times over one data folder. The seed decides the
 * moments and the clients' ways.
 */
export async function killRounds(options: {
  rounds: number
  seed: number
  onRound?(round: KillRound): void
}): Promise<KillRound[]> {
  const random = seededRandom(options.seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-kill-'))
  const environment = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    OWNER_PASSWORD: 'a password for tests',
  }
  const ledger: Ledger = { views: new Set(), captures: new Map() }
  const rounds: KillRound[] = []
  let product: ProductProcess | undefined
  try {
    for (let round = 1; round <= options.rounds; round += 1) {
      product = await startProductProcess(environment)
      const killedAfterMs = Math.round(SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS))
      let isOver = false
      const load = writeUntil(() => isOver, { url: product.url, random, ledger })
      await pause(killedAfterMs)
      const killed = product.kill()
      isOver = true
      const { acknowledged, unanswered } = await load
      await killed

      const started = Date.now()
      product = await startProductProcess(environment)
      const restartMs = Date.now() - started
      await repeat(unanswered, ledger)
      const how = await product.stop()
      const problems = await compareWithLedger(dataDir, ledger)
      if (how !== 'exit code 0') problems.push(`the stop ended with ${how}`)
      const compared = ledger.views.size + ledger.captures.size
      const done = {
        round,
        killedAfterMs,
        acknowledged,
        repeated: unanswered.length,
        restartMs,
        compared,
        problems,
      }
      rounds.push(done)
      options.onRound?.(done)
    }
    return rounds
  } finally {
    await product?.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
