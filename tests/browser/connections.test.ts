import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '#support/chromium.ts'
import { openConnections, row, stateOf } from '#support/connections-page.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { type HookServer, startHookServer } from '#support/hook-server.ts'
import { expectSound } from '#support/owner-dashboard.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import { toast } from '#support/site-editor.ts'
import { checkoutEvent } from '#support/webhook-bodies.ts'
import { deliver, stripeCall, voiceCall, webhookSecrets } from '#support/webhook-senders.ts'

const desk = { width: 1280, height: 800 }
const handheld = { width: 390, height: 844 }
const token = 'pit-connections'

let product: RunningProduct
let crm: CrmServer
let hook: HookServer
let browser: Browser

beforeAll(async () => {
  crm = await startCrmServer({ token, locationId: 'loc1' })
  hook = await startHookServer()
  product = await runProduct({
    retryDelaySeconds: 1,
    environment: {
      ...webhookSecrets,
      ...{ GHL_TOKEN: token, GHL_LOCATION_ID: 'loc1', GHL_BASE_URL: crm.url },
      ...{ SMTP_URL: 'smtp://127.0.0.1:9' },
    },
  })
  await becomeLead('Ann Okonkwo', 'ann@example.com')
  await becomeLead('Bo Lindqvist', 'bo@example.com')
  await delivered()
  for (const call of [
    stripeCall(
      checkoutEvent('checkout.session.completed', {
        ...{ eventId: 'evt_1', session: 's1', at: '2026-11-20T10:00:00.000Z', email: 'firm@example.com' },
      }),
    ),
    voiceCall({ note: 'no call id' }),
  ])
    expect((await deliver(product.url, call)).status).toBe(200)
  await waitFor('deliveries worked off', async () => {
    const rows = await product.query("select 1 from webhook_deliveries where state = 'waiting'")
    return rows.length === 0
  })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
  await crm?.stop()
  await hook?.stop()
})

async function becomeLead(name: string, email: string) {
  const answer = await product.browser().post('/api/capture-lead', {
    ...{ name, email, phone: '202-555-0143', page: '/meme', utm_source: 'fb' },
  })
  expect(answer.status).toBe(200)
}
const delivered = () =>
  waitFor('all delivered', async () => {
    const rows = await product.query(
      "select 1 from leads where crm_state <> 'delivered' or crm_contact_stale",
    )
    return rows.length === 0
  })

/** Waits until the CRM's delivery of one lead fails, and lets it have failed since three hours ago. */
async function failingForThreeHours(deliveredHoursAgo: number) {
  await waitFor('a failing delivery', async () => {
    const rows = await product.query("select 1 from leads where crm_state = 'failing'")
    return rows.length === 1
  })
  await product.query('update leads set crm_delivered_at = crm_delivered_at - make_interval(hours => $1)', [
    deliveredHoursAgo,
  ])
  await product.query(
    "update leads set crm_failing_since = now() - interval '3 hours 2 minutes' where crm_failing_since is not null",
  )
}

/** Waits for a notice of this title and message, with one look: it goes after five seconds. */
const notice = (page: Page, title: string, message: string) =>
  page.getByRole('listitem').filter({ hasText: title }).filter({ hasText: message }).first().waitFor()

describe.each(
  shareOf([
    { name: 'phone', size: handheld },
    { name: 'desk', size: desk },
  ]),
)('the connections at a $name', ({ size }) => {
  it('each tell how they stand, and what to enter where', async () => {
    const { page, context, problems } = await openConnections(browser, product, size)
    expect(await stateOf(page, 'crm')).toBe('working')
    expect(await stateOf(page, 'cal')).toBe('quiet')
    expect(await stateOf(page, 'meta')).toBe('not-connected')
    const cal = row(page, 'cal')
    await cal.getByText('How it is connected').focus()
    await page.keyboard.press('Enter')
    await cal.getByText('/api/webhooks/cal').waitFor()
    expect(await cal.getByText('CAL_WEBHOOK_SECRET', { exact: true }).isVisible()).toBe(true)
    expect(await page.content()).not.toContain(webhookSecrets.CAL_WEBHOOK_SECRET)
    expect(await page.content()).not.toContain(token)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await cal.getByRole('button', { name: 'Copy the address for Calendar' }).click()
    await cal.getByRole('button', { name: 'the address for Calendar copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/api\/webhooks\/cal$/)
    await expectSound(page)
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('the owner', () => {
  ordinaryTest('creates the CRM’s fields, tests it and compares it', async () => {
    const { page, context } = await openConnections(browser, product, desk)
    const own = row(page, 'crm')
    await own.getByRole('button', { name: 'Create CRM fields' }).click()
    await notice(page, 'Analytics Fields Created', '20 fields created')
    await own.getByRole('button', { name: 'Test CRM' }).click()
    await own.getByText('The CRM answers').waitFor()
    await own.getByRole('button', { name: 'Compare now' }).click()
    await own.getByText('2 leads compared, 0 corrected').waitFor()
    await own.getByText(/^Compared just now: /).waitFor()
    // Beside all other services a heading has to say what it is about.
    await page.getByRole('heading', { name: 'Google Ads spend, every day' }).waitFor()
    await page.goto(`${product.url}/analytics?tab=autotags`)
    await page.getByRole('button', { name: 'Create CRM fields' }).click()
    await toast(page, '0 fields created, 20 there already')
    await context.close()
  })

  thoroughTest('is told of each field that failed, and when none could be made', async () => {
    for (const field of crm.customFields()) crm.deleteField(field.id)
    const { page, context } = await openConnections(browser, product, desk)
    const create = row(page, 'crm').getByRole('button', { name: 'Create CRM fields' })
    await crm.failWith('token-revoked')
    await create.click()
    await notice(page, 'Failed to create analytics fields', 'did not accept the token')
    await crm.failWith('server-error', { times: 3, on: 'POST /locations' })
    await create.click()
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Partial Success\s*\d+ fields? created, \d+ failed\./ })
      .first()
      .waitFor()
    await expectSound(page)
    await crm.recover()
    await create.click()
    await toast(page, 'Analytics Fields Created')
    expect(crm.customFields()).toHaveLength(20)
    await context.close()
  })

  thoroughTest('tries again what was set aside, and is told why it comes back', async () => {
    await product.query(
      `insert into call_requests (id, lead_id, page, requested_at, state, reason, reason_code)
       select gen_random_uuid(), id, '/thankyoucall', now() - interval '2 hours', 'not_called',
         'Where the number is, it is not between 8:00 and 21:00.', 'hours'
       from leads where email = 'bo@example.com'`,
    )
    // Who did not agree to be called is no trouble of the connection's.
    await product.query(
      `insert into call_requests (id, lead_id, page, requested_at, state, reason, reason_code)
       select gen_random_uuid(), id, '/thankyoucall', now() - interval '3 hours', 'not_called',
         'There is no consent to automated calls for this number.', 'consent'
       from leads where email = 'bo@example.com'`,
    )
    const { page, context } = await openConnections(browser, product, handheld)
    const own = row(page, 'voice')
    await own.getByText('Call to Bo Lindqvist').waitFor()
    expect(await own.getByText('no consent', { exact: false }).count()).toBe(0)
    await own.getByText('the call would come out of the blue').waitFor()
    expect(await own.getByRole('button', { name: /Try again.*Call to Bo/ }).count()).toBe(0)
    await own.getByText('Set aside', { exact: true }).waitFor()
    await own
      .getByRole('button', { name: /^Try again/ })
      .first()
      .click()
    await toast(page, 'Back in the queue')
    await own.getByText('Set aside', { exact: true }).waitFor()
    await expectSound(page)
    await context.close()
  })

  thoroughTest('joins a payment to a lead and takes it back', async () => {
    const { page, context } = await openConnections(browser, product, handheld)
    await page.getByRole('button', { name: /^Join…/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Join to a lead' })
    await dialog.getByLabel('Search by name, email or phone').fill('Lindqvist')
    await dialog.getByText('bo@example.com').waitFor()
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Join to Bo Lindqvist' }).press('Enter')
    const joined = page.getByRole('status').filter({ hasText: '$2,497.00 joined to Bo Lindqvist.' })
    // A name from right to left turns round nothing of what stands beside it.
    await joined.locator('bdi').getByText('Bo Lindqvist', { exact: true }).waitFor()
    expect(await product.query('select 1 from external_events where lead_id is not null')).toHaveLength(1)
    // Whoever works by keyboard goes on from the heading: no other payment is left, and then nothing to take back.
    const heading = page.getByRole('heading', { name: 'Payments without a lead' })
    const hasFocus = () => heading.evaluate((one) => one === document.activeElement)
    await expect.poll(hasFocus).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByRole('button', { name: /^Join…/ }).waitFor()
    await expect.poll(hasFocus).toBe(true)
    expect(await product.query('select 1 from external_events where lead_id is not null')).toHaveLength(0)

    // Among all payments its row stays, and goes on from there.
    await page.getByRole('button', { name: /^Join…/ }).press('Enter')
    await dialog.getByLabel('Search by name, email or phone').fill('Lindqvist')
    await dialog.getByRole('button', { name: 'Join to Bo Lindqvist' }).press('Enter')
    await page.getByText('All payments', { exact: true }).click()
    const own = page.getByRole('list', { name: 'Payments' }).getByRole('listitem')
    await own.getByRole('button', { name: /^Undo/ }).press('Enter')
    await own.getByText('Joined to nobody').waitFor()
    await expect.poll(() => own.evaluate((one) => one === document.activeElement)).toBe(true)
    await context.close()
  })

  thoroughTest('shows a payer’s email after the name, also where that runs from right to left', async () => {
    const nameAs = async (name: string, email: string) => {
      await product.query('update payments set payer_name = $1', [name])
      await product.query('update external_events set email = $1 where id in (select id from payments)', [
        email,
      ])
    }
    await nameAs('דנה', '7seas@example.com')
    const { page, context } = await openConnections(browser, product, desk)
    const leftOf = (line: Locator, letter: string) =>
      line.evaluate((element, wanted) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        const range = document.createRange()
        while (walker.nextNode()) {
          const at = walker.currentNode.textContent?.indexOf(wanted) ?? -1
          if (at < 0) continue
          range.setStart(walker.currentNode, at)
          range.setEnd(walker.currentNode, at + 1)
        }
        return range.getBoundingClientRect().left
      }, letter)
    const unmatched = page.getByRole('region', { name: 'Payments without a lead' })
    const inList = unmatched.getByText('7seas@example.com')
    expect(await leftOf(inList, '7')).toBeGreaterThan(await leftOf(inList, 'ד'))
    await unmatched.getByRole('button', { name: /^Join…/ }).click()
    const asked = page.getByRole('dialog').getByText('7seas@example.com')
    expect(await leftOf(asked, '7')).toBeGreaterThan(await leftOf(asked, 'ד'))
    await nameAs('Ada Kern', 'firm@example.com')
    await context.close()
  })

  thoroughTest('says that payments could not be read, instead of showing none', async () => {
    const { page, context } = await openConnections(browser, product, handheld)
    await page.getByRole('heading', { name: 'Payments without a lead' }).waitFor()
    await page.route('**/api/payments?*', (route) =>
      route.fulfill({ status: 503, body: '{"error":"Busy."}' }),
    )
    // Whatever else happened would have both read again by itself, and take the buttons away.
    await page.route('**/api/live', () => {})
    await page.reload()
    const failed = (what: string) =>
      page.getByRole('alert').filter({ hasText: `${what} could not be loaded: Busy.` })
    await failed('Payments without a lead').waitFor()
    await failed('The newest payments').waitFor()
    await expectSound(page)
    await page.unroute('**/api/payments?*')
    for (const what of ['Payments without a lead', 'The newest payments'])
      await failed(what).getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Payments without a lead' }).waitFor()
    await page.getByText('All payments', { exact: true }).waitFor()
    await context.close()
  })

  thoroughTest(
    'joins a payment to any lead of the list of leads, and says where leads could not be read',
    async () => {
      await product.browser().post('/api/analytics/capture-with-visitor', {
        ...{ name: 'Rae Record', email: 'rae@example.com', phone: '202-555-0177', slug: '/meme' },
      })
      const { page, context } = await openConnections(browser, product, handheld)
      let isBusy = true
      await page.route('**/api/customers?*', (route) =>
        isBusy ? route.fulfill({ status: 503, body: '{"error":"Busy."}' }) : route.continue(),
      )
      await page.getByRole('button', { name: /^Join…/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Join to a lead' })
      const field = dialog.getByLabel('Search by name, email or phone')
      await field.fill('Rae')
      await dialog.getByText('Leads could not be loaded: Busy.').waitFor()
      const again = dialog.getByRole('button', { name: 'Try again' })
      const asked = page.waitForRequest('**/api/customers?*')
      await again.click()
      await asked
      isBusy = false
      // Leads are also read again once one is new, so that the button may be gone by itself.
      const isThere = () => dialog.getByText('rae@example.com').isVisible()
      await waitFor('the leads', async () => {
        await again.click({ timeout: 1000 }).catch(() => {})
        return isThere()
      })
      await expectSound(page)
      await dialog.getByRole('button', { name: 'Join to Rae Record' }).click()
      await page.getByText('$2,497.00 joined to Rae Record.').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('button', { name: /^Join…/ }).waitFor()
      await context.close()
    },
  )

  thoroughTest('hears above everything that the CRM fails, and that it works again', async () => {
    // Who came before and is still on the way would fail, too.
    await delivered()
    await crm.failWith('down')
    await becomeLead('Cy Marsh', 'cy@example.com')
    await failingForThreeHours(5)
    for (const [_name, size] of [
      ['phone', handheld],
      ['desk', desk],
    ] as const) {
      const { page, context } = await openConnections(browser, product, size)
      await page.getByText('CRM unreachable for 3 h, 1 lead waiting, none lost').waitFor()
      expect(await stateOf(page, 'crm')).toBe('failing')
      await expectSound(page)
      await page.goto(`${product.url}/analytics?tab=leads&range=all`)
      await page.getByRole('link', { name: 'Details in Connections' }).click()
      await page.getByRole('heading', { name: 'CRM', exact: true }).waitFor()
      await context.close()
    }
    const { page, context } = await openConnections(browser, product, desk)
    const banner = page.getByText('CRM unreachable for')
    await banner.waitFor()
    await crm.recover()
    await banner.waitFor({ state: 'detached' })
    await context.close()
  })

  thoroughTest(
    'hears that the CRM refuses the token, which is not the same as being out of reach',
    async () => {
      await delivered()
      await crm.failWith('token-revoked')
      await becomeLead('Di Falk', 'di@example.com')
      await failingForThreeHours(9)
      const { page, context } = await openConnections(browser, product, handheld)
      await page.getByText('CRM has refused our token for 3 h, 1 lead waiting, none lost').waitFor()
      expect(await page.getByText('CRM unreachable').count()).toBe(0)
      await expectSound(page)
      await crm.recover()
      await delivered()
      await context.close()
    },
  )

  thoroughTest('sets alerts in the settings and sends a test', async () => {
    const { page, context } = await openConnections(browser, product, handheld)
    await page.getByRole('button', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByLabel('Webhook address for alerts').fill('https://10.0.0.1/x')
    await dialog.getByRole('button', { name: 'Save address by webhook' }).click()
    await dialog.getByText('leads into a private network').waitFor()
    await dialog.getByLabel('Webhook address for alerts').fill(hook.url)
    await dialog.getByRole('button', { name: 'Save address by webhook' }).click()
    await dialog.getByRole('switch', { name: 'New lead by webhook' }).check()
    await dialog.getByRole('button', { name: 'Send a test by webhook' }).click()
    await dialog.getByText('The webhook accepted it.').waitFor()
    expect(hook.taken).toMatchObject([{ event: 'test' }])
    await expectSound(page)
    await context.close()
  })

  thoroughTest('downloads and erases one person from the lead’s details', async () => {
    const { page, context } = await openConnections(browser, product, handheld)
    await page.goto(`${product.url}/analytics?tab=leads&range=all`)
    await page.getByRole('link', { name: 'Ann Okonkwo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ann Okonkwo' })
    await dialog.getByRole('link', { name: 'Lead Details' }).click()
    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Download everything' }).click()
    expect((await download).suggestedFilename()).toMatch(/^person-.*\.json$/)
    await dialog.getByRole('button', { name: 'Erase this person…' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Keep')
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Erase for good' }).click()
    await toast(page, 'Erased')
    // Whoever works by keyboard is still where they were, in the details.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('This person’s data')
    // Nobody is left to write to.
    await page.getByText('Erased person').first().waitFor()
    await expect.poll(() => page.locator('a[href^="mailto:erased"]').count()).toBe(0)
    await waitFor('the contact deleted', () =>
      crm.contacts().every(({ email }) => email !== 'ann@example.com'),
    )
    await context.close()
  })
})
