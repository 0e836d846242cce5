import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { holdLocks } from '#support/lock-holder.ts'
import { type MetaProduct, runMetaProduct } from '#support/meta-product.ts'
import type { MetaFailure } from '#support/meta-server.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

let product: MetaProduct
let second: RunningProduct
beforeAll(async () => {
  product = await runMetaProduct()
  second = await runProduct({
    content: product.content,
    environment: product.environment,
    databaseUrl: product.databaseUrl,
    retryDelaySeconds: 1,
  })
})
afterAll(async () => {
  await second?.end()
  await product?.end()
})
afterEach(() => {
  product.meta.recover()
  product.meta.refuse.clear()
})

/** Events of as many different visitors. */
async function claims(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) {
    const browser = await product.visitor()
    ids.push(await product.claim(browser, '/', 'Lead', { moment: 'submit' }))
  }
  return ids
}
const accepted = (ids: string[]) =>
  product.meta.accepted.filter(({ event_id }) => ids.includes(event_id)).map(({ event_id }) => event_id)
const rowsOf = (ids: string[]) =>
  product.query(
    'select id, state, reason, failure_kind, attempts from ad_events where id = any($1::uuid[])',
    [ids],
  )
const connection = async () => (await product.query('select * from ad_connection'))[0]

async function expectEachOnce(ids: string[]): Promise<void> {
  await product.settled()
  expect(accepted(ids).sort()).toEqual([...ids].sort())
  expect(new Set((await rowsOf(ids)).map(({ state }) => state))).toEqual(new Set(['sent']))
}

describe('two processes on one database', () => {
  it('send each event once, several in a request', async () => {
    const requests = product.meta.requests.length
    const ids = await claims(30)
    await expectEachOnce(ids)
    expect(product.meta.again).toEqual([])
    expect(product.meta.requests.length - requests).toBeLessThan(15)
  })

  it.each<MetaFailure>(['error-500', 'transient', 'garbage', 'throttled', 'revoked', 'slow'])(
    'keep every event through “%s” and send each once when it is over',
    async (mode) => {
      product.meta.failWith(mode, 2)
      const ids = await claims(3)
      await expectEachOnce(ids)
      expect(product.meta.again.filter((id) => ids.includes(id))).toEqual([])
      expect(await connection()).toMatchObject({ failures: 0, failing_since: null, reason: null })
    },
  )

  it('send what the vendor took without saying so again under the same id, and it counts once', async () => {
    product.meta.failWith('hang-up-after', 1)
    const ids = await claims(3)
    await expectEachOnce(ids)
    expect(product.meta.again.filter((id) => ids.includes(id)).length).toBeGreaterThan(0)
  })

  it('say that the connection works again in the moment in which the first event is noted as sent', async () => {
    product.meta.failWith('error-500')
    const ids = await claims(1)
    await waitFor('a failure is noted', async () => (await connection())?.failing_since !== null)
    const before = product.meta.requests.length
    const release = product.meta.hold()
    onTestFinished(release)
    // What is on its way from now on is held, and nothing of it fails.
    product.meta.recover()
    await waitFor('it is on its way again', () => product.meta.requests.length > before)
    const holder = await holdLocks(product.databaseUrl, 'select from ad_connection for update')
    release()
    await waitFor('it has arrived', () => accepted(ids).length > 0)
    await holder.untilHeldUp('it is to be noted')
    expect(await rowsOf(ids)).toMatchObject([{ state: 'waiting' }])
    await holder.letGo()
    await expectEachOnce(ids)
    expect(await connection()).toMatchObject({ failures: 0, failing_since: null, reason: null })
  })

  it('send at once although a turn and a rest were dated while the clock was a year ahead', async () => {
    await product.query(`update ad_connection set turn_of = gen_random_uuid(), turn_until = now() + interval '1 year',
      paused_until = now() + interval '1 year'`)
    await expectEachOnce(await claims(2))
  })

  it('give up on a connection that stays half open, and go on', async () => {
    product.meta.failWith('half-open', 1)
    await expectEachOnce(await claims(2))
  })
})

describe('an event that Meta refuses', () => {
  it('is set aside alone with the reason, and the others of its batch go through once', async () => {
    product.meta.failWith('error-500')
    const ids = await claims(8)
    const bad = [ids[1], ids[6]].filter((id) => id !== undefined)
    for (const id of bad) product.meta.refuse.add(id)
    await waitFor('a failure is noted', async () => (await connection())?.failing_since !== null)
    product.meta.recover()
    await product.settled()
    const good = ids.filter((id) => !bad.includes(id))
    expect(accepted(ids).sort()).toEqual(good.sort())
    expect(product.meta.again.filter((id) => ids.includes(id))).toEqual([])
    const refused = {
      state: 'parked',
      failure_kind: 'invalid-request',
      reason: 'Meta refused an event (code 100/sub2804011): Not this one.',
    }
    expect(await rowsOf(bad)).toMatchObject([refused, refused])
  })

  it('for want of a user agent, or for its age, never reaches the others', async () => {
    const ids = await claims(1)
    await product.settled()
    product.meta.failWith('error-500')
    const [nameless = '', old = '', fresh = ''] = await claims(3)
    // What is being sent was read before.
    await waitFor('nobody sends', async () => {
      const changed = await product.query(
        `with resting as (select from ad_connection where turn_of is null for update)
          update ad_events set user_agent = case when id <> $1 then user_agent end,
            at = case when id = $2 then now() - interval '7 days' else at end
          where id in ($1, $2) and exists (select from resting) returning id`,
        [nameless, old],
      )
      return changed.length === 2
    })
    product.meta.recover()
    await product.settled()
    expect(accepted([...ids, nameless, old, fresh]).sort()).toEqual([...ids, fresh].sort())
    const reasons = new Map((await rowsOf([nameless, old])).map(({ id, reason }) => [id, reason]))
    expect(reasons.get(nameless)).toBe('The browser did not say what it is, which Meta asks for.')
    expect(reasons.get(old)).toMatch(/^It happened more than seven days ago, and Meta takes nothing older\./)
  })
})

describe('a revoked token', () => {
  it('makes everything wait, marks the connection as failing, and is named nowhere', async () => {
    product.meta.failWith('revoked')
    const ids = await claims(2)
    const row = await waitFor('the connection fails', async () => {
      const now = await connection()
      return now?.kind === 'refused-credentials' && now
    })
    expect(row.reason).toBe(
      'Meta does not accept the access token or the pixel id (code 190): Malformed access token [token].',
    )
    // The second may have come while the first was asked about alone.
    await waitFor('both were refused', async () =>
      (await rowsOf(ids)).every(({ failure_kind }) => failure_kind === 'refused-credentials'),
    )
    for (const waiting of await rowsOf(ids))
      expect(waiting).toMatchObject({ state: 'waiting', failure_kind: 'refused-credentials' })
    product.meta.recover()
    await expectEachOnce(ids)
  })
})
