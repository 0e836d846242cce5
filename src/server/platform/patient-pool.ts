import { setTimeout as pause } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import { isRefused, isUnavailable } from './unavailable.ts'

// Whoever waits is to be told within two seconds, and a connection that is silent takes one and a half of them.
const REFUSED_FOR_MS = 1000
const EVERY_MS = 100

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

/**
 * A pool that asks again for a second where a connection is refused: nothing was sent yet, so nothing can be done twice,
 * and a proxy that is started again or a primary that is being changed over is not noticed.
 */
export class PatientPool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    const connecting = this.#untilConnected(performance.now() + REFUSED_FOR_MS)
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, client.release.bind(client)),
      (error: Error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  async #untilConnected(until: number): Promise<PoolClient> {
    for (;;) {
      try {
        return await super.connect()
      } catch (error) {
        const mayPass = isUnavailable(error) && !isRefused(error)
        if (!mayPass || this.ending || performance.now() + EVERY_MS > until) throw error
        await pause(EVERY_MS)
      }
    }
  }
}
