import { type CrmServer, type CrmServerOptions, startCrmServer } from './crm-server.ts'
import { waitFor } from './eventually.ts'
import { type RunningProduct, runProduct } from './running-product.ts'
import type { TestBrowser } from './test-browser.ts'

const access = { token: 'pit-outcomes', locationId: 'loc1' }

/** The product with a CRM whose appointments and opportunities it reads, on a clock that tests set. */
export type CrmOutcomeProduct = {
  product: RunningProduct
  crm: CrmServer
  owner: TestBrowser
  access: typeof access
  now(): Date
  /** Lets time go on; whatever is due then is done by and by. */
  pass(minutes: number): void
  /** A lead that was delivered to the CRM, with its contact’s id there. */
  lead(email: string): Promise<string>
  switchHalf(half: 'calls' | 'opportunities', isOn: boolean): Promise<void>
  /** How a half stands. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer’s body; tests assert what they find
  half(half: 'calls' | 'opportunities'): Promise<any>
  /** Waits until all that was there is read once more. */
  readAll(half?: 'calls' | 'opportunities'): Promise<void>
  /** Dates what was read of a half a year ahead, as a wrong clock does that is then set right. */
  dateAhead(half: 'calls' | 'opportunities'): Promise<void>
  /** A second process on the same database. */
  second(): Promise<RunningProduct>
  end(): Promise<void>
}

/** Starts the product and its CRM. */
export async function runCrmOutcomes(
  options: { limits?: CrmServerOptions['limits']; environment?: Record<string, string> } = {},
): Promise<CrmOutcomeProduct> {
  let now = new Date('2026-11-18T20:00:00Z')
  const crm = await startCrmServer({ ...access, limits: { perInterval: 100_000, ...options.limits } })
  const start = {
    clock: { now: () => now },
    readOutcomesEveryMs: 40,
    retryDelaySeconds: 1,
    environment: {
      ...{ GHL_TOKEN: access.token, GHL_LOCATION_ID: access.locationId, GHL_BASE_URL: crm.url },
      ...options.environment,
    },
  }
  const product = await runProduct(start)
  const owner = await product.owner()
  const half: CrmOutcomeProduct['half'] = async (wanted) => {
    const { body } = await owner.get('/api/connections/crm/reading')
    return body.halves.find((one: { half: string }) => one.half === wanted)
  }
  const pass = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000)
  }
  return {
    ...{ product, crm, owner, access, half, pass },
    now: () => now,
    async lead(email) {
      await product.browser().post('/api/capture-lead', {
        ...{ name: 'Ada Kern', email, page: '/meme', phone: `(202) 555-0${100 + (email.length % 90)}` },
      })
      return waitFor(`${email} is in the CRM`, async () => {
        const [row] = await product.query('select crm_contact_id from leads where email = $1', [email])
        return row?.crm_contact_id ?? undefined
      })
    },
    async switchHalf(wanted, isOn) {
      const { status, text } = await owner.send('PUT', '/api/connections/crm/reading', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ half: wanted, isOn }),
      })
      if (status !== 200) throw new Error(text)
    },
    async readAll(wanted = 'calls') {
      // What is in the middle of being read may have begun before the last change.
      for (const round of ['what was begun', 'all of it']) {
        pass(31)
        const at = now.getTime()
        await owner.post('/api/connections/crm/reading/now', {})
        // Where it was due by itself, what is asked for begins once more after it.
        await waitFor(`${wanted} are read: ${round}`, async () => {
          const [row] = await product.query(
            'select last_read_at as at, next_at, turn_of from crm_reading where half = $1',
            [wanted],
          )
          return row?.at?.getTime() >= at && row?.next_at !== null && row?.turn_of === null
        })
      }
    },
    async dateAhead(wanted) {
      const aYear = new Date(now.getTime() + 365 * 86_400_000)
      await waitFor('nobody reads', async () => {
        const rows = await product.query(
          `update crm_reading set plan = null, planned_at = $2, whole_at = $2, last_read_at = $2, next_at = $2
            where half = $1 and turn_of is null returning half`,
          [wanted, aYear],
        )
        return rows.length > 0
      })
      const table = wanted === 'calls' ? 'crm_appointments' : 'crm_opportunities'
      await product.query(`update ${table} set seen_at = $1`, [aYear])
    },
    second: () => runProduct({ ...start, databaseUrl: product.databaseUrl }),
    async end() {
      await product.end()
      await crm.stop()
    },
  }
}
