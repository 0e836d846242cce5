import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type TestContext, onTestFinished as thisTestFinished } from 'vitest'
import { type CrmServer, type CrmServerOptions, startCrmServer } from './crm-server.ts'
import { freshDatabase } from './fresh-database.ts'
import { type ProductProcess, productWithOptions, startProductProcess } from './product-process.ts'
import { ownerPassword } from './running-product.ts'

const token = 'pit-crm-processes'
const locationId = 'loc1'

/** A simulated CRM, and a database and a data folder that outlive the processes on them. */
export type CrmProcesses = {
  crm: CrmServer
  /** Starts one more process of the product; `token` is the CRM's own unless said otherwise, null for none. */
  start(settings?: { token?: string | null }): Promise<ProductProcess>
  /** Opens a connection to the database. */
  connect(): Promise<pg.Client>
}

type CrmProcessesOptions = {
  limits?: CrmServerOptions['limits']
  environment?: Record<string, string>
  /** That of the test's context: tests that run side by side have to name it. */
  onTestFinished?: TestContext['onTestFinished']
}

/** Makes ready what product processes with a CRM stand on; all of it, processes included, is gone after the test. */
export async function crmProcesses({
  limits = {},
  environment = {},
  onTestFinished = thisTestFinished,
}: CrmProcessesOptions = {}): Promise<CrmProcesses> {
  const crm = await startCrmServer({ token, locationId, limits })
  const database = await freshDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-crm-'))
  const running: ProductProcess[] = []
  const clients: pg.Client[] = []
  onTestFinished(async () => {
    for (const client of clients) await client.end()
    for (const product of running) await product.kill()
    await crm.stop()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    crm,
    async start({ token: own = token } = {}) {
      const product = await startProductProcess(
        {
          DATABASE_URL: database.url,
          DATA_DIR: dataDir,
          OWNER_PASSWORD: ownerPassword,
          ...(own === null ? {} : { GHL_TOKEN: own, GHL_LOCATION_ID: locationId, GHL_BASE_URL: crm.url }),
          PRODUCT_OPTIONS: JSON.stringify({ retryDelaySeconds: 1 }),
          ...environment,
        },
        productWithOptions,
      )
      running.push(product)
      return product
    },
    async connect() {
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      clients.push(client)
      return client
    },
  }
}
