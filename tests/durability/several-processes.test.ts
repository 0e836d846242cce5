import { expect, test } from 'vitest'
import { crmProcesses } from '#support/crm-processes.ts'
import { waitFor } from '#support/eventually.ts'
import { createBrowser } from '#support/test-browser.ts'
import { calBooking, formResponse } from '#support/webhook-bodies.ts'
import { calCall, deliver, typeformCall, webhookSecrets } from '#support/webhook-senders.ts'

const PEOPLE = 24
const emailOf = (index: number) => `person${index}@example.com`

/** Three processes on one database, work for all in the queue, and a CRM that keeps a log of what was done to it. */
async function threeProcesses() {
  const { crm, start, connect } = await crmProcesses({ environment: webhookSecrets })
  const [first, second, third] = await Promise.all([start(), start(), start()])
  const client = await connect()
  const count = async (query: string) => Number((await client.query(query)).rows[0]?.count)
  return { crm, first, second, third, count }
}

test('of three processes on one queue one is killed in the middle and one leaves: nothing is lost, no effect comes twice', async () => {
  const { crm, first, second, third, count } = await threeProcesses()
  const urls = [first.url, second.url, third.url]
  for (let index = 0; index < PEOPLE; index++) {
    const url = urls[index % urls.length] ?? ''
    // Of the last one something is left to do, however long a busy machine takes from here to the kill.
    if (index === PEOPLE - 1) await crm.failWith('down')
    const person = { name: `Person ${index}`, email: emailOf(index), phone: 'none', page: '/meme' }
    expect((await createBrowser(url).post('/api/capture-lead', person)).status).toBe(200)
    const at = new Date().toISOString()
    const told = [
      typeformCall(formResponse({ token: `form${index}`, submittedAt: at, email: emailOf(index) })),
      calCall(
        calBooking('BOOKING_CREATED', { uid: `booking${index}`, createdAt: at, email: emailOf(index) }),
      ),
    ]
    // Vendors deliver again when they are not sure, and not always to the same process.
    for (const call of told)
      for (const to of urls) expect((await deliver(to, call)).status, call.path).toBe(200)
  }
  const undone = () =>
    count(`select (select count(*) from leads where crm_state <> 'delivered')
      + (select count(*) from lead_tags where state <> 'delivered')
      + (select count(*) from webhook_deliveries where state <> 'done') as count`)
  expect(await undone()).toBeGreaterThan(0)
  const leaving = third.stop()
  await second.kill()
  expect(await leaving).toBe('exit code 0')
  await crm.recover()

  // What the killed one had begun is its own for a minute and a half, and may be tried again only a minute after that.
  await waitFor('everything is done', async () => (await undone()) === 0, 200_000)
  expect(await count('select count(*) from external_events where lead_id is null')).toBe(0)
  expect(await count('select count(*) from external_events')).toBe(2 * PEOPLE)
  const tags = ['vh01 - lead', 'vh03 - filled application', 'vh04 - booked call']
  expect(
    crm
      .contacts()
      .map(({ email }) => email)
      .sort(),
  ).toEqual(Array.from({ length: PEOPLE }, (_, index) => emailOf(index)).sort())
  for (const contact of crm.contacts()) expect([...contact.tags].sort(), contact.email ?? '').toEqual(tags)
  const effects = crm.effects()
  expect(effects.filter((effect) => effect === 'contact created')).toHaveLength(PEOPLE)
  for (const tag of tags)
    expect(
      effects.filter((effect) => effect === `tag added: ${tag}`),
      tag,
    ).toHaveLength(PEOPLE)
})
