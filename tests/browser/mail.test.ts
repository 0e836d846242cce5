import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium, openVisitor } from '#support/chromium.ts'
import { waitFor } from '#support/eventually.ts'
import { enteredServer, mailQueueOf } from '#support/mail-queue.ts'
import { type MailServer, startMailServer } from '#support/mail-server.ts'
import { expectSound, openDashboard, toastWith, windows, windowsOfRun } from '#support/owner-dashboard.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

let product: RunningProduct
let mails: MailServer
let browser: Browser
let queued: ReturnType<typeof mailQueueOf>

beforeAll(async () => {
  mails = await startMailServer()
  product = await runProduct({ retryDelaySeconds: 1, sendMailsEveryMs: 500 })
  queued = mailQueueOf(product)
  const answer = await product.browser().post('/api/capture-lead', {
    ...{ name: 'Ann Okonkwo', email: 'ann@example.com', phone: '202-555-0143', page: '/meme' },
  })
  expect(answer.status).toBe(200)
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await queued?.close()
  await product?.end()
  await mails?.stop()
})

const row = (page: Page) => page.locator('[data-vendor=email]')

describe.each(windowsOfRun)('the mail server, %s', (_name, size) => {
  it('is connected, tried, changed and removed without a terminal', async () => {
    const { page, context, problems } = await openDashboard(browser, product.url, {
      ...{ search: '?tab=connections', size },
    })
    const email = row(page)
    await email.getByText('wait here until it is connected').waitFor()
    await email.getByRole('button', { name: 'Connect your email' }).click()
    const form = page.getByRole('dialog', { name: 'Connect your email' })
    await form.getByText('apppasswords').waitFor()
    await expectSound(page)
    // Where the server was refused it unfolds, and stays open while that is corrected.
    const server = form.getByLabel('Server')
    await form.getByText('Server: smtp.gmail.com').click()
    await server.fill('smtp_gmail')
    await form.getByText('Server: smtp_gmail').click()
    await form.getByRole('button', { name: 'Connect' }).click()
    await form.getByText('must be a server’s name').waitFor()
    await server.press('End')
    await page.keyboard.type('.com')
    expect(await server.inputValue()).toBe('smtp_gmail.com')
    await form.getByLabel('Who sends your email?').selectOption({ label: 'Another provider' })
    await form.getByLabel('Server').fill('127.0.0.1')
    await form.getByLabel('Port').fill(String(mails.port))
    await form.getByLabel('User name').fill('ana@example.com')
    // The address mails come from follows the one that signs in, and can be another.
    expect(await form.getByLabel('From address').inputValue()).toBe('ana@example.com')
    await form.getByLabel('Your name').fill('Ana Keller')
    await form.getByLabel('Password').fill('not the password')
    await form.getByRole('button', { name: 'Connect' }).click()
    await form.getByText('offered no safe connection').waitFor()
    await form.getByLabel('Encryption').selectOption({ label: 'None (on this machine only)' })
    await mails.failWith('wrong-password', 1)
    await form.getByRole('button', { name: 'Connect' }).click()
    await form.getByText('did not accept the user name or the password').waitFor()
    await expectSound(page)
    await form.getByLabel('Password').fill('the real password 77aa')
    await form.getByRole('button', { name: 'Connect' }).click()
    await toastWith(page, 'Email is connected')
    await form.waitFor({ state: 'detached' })
    await email.getByText('set, ends in …77aa').waitFor()
    expect(await page.content()).not.toContain('the real password')
    await email.getByLabel('Send a test email to').fill('ana@example.com')
    await email.getByRole('button', { name: 'Send it' }).click()
    await email.getByText('The mail server accepted it').waitFor()
    expect(mails.taken.at(-1)).toMatchObject({ from: 'ana@example.com', to: 'ana@example.com' })
    await expectSound(page)

    await email.getByRole('button', { name: 'Change' }).click()
    await form.getByText('Leave it empty to keep it').waitFor()
    await form.getByLabel('Your name').fill('Ana from Acme')
    await form.getByRole('button', { name: 'Connect' }).click()
    await email.getByText('Ana from Acme').waitFor()

    await email.getByRole('button', { name: 'Remove…' }).click()
    await email.getByText('are forgotten').waitFor()
    await email.getByRole('button', { name: 'Remove it' }).click()
    await email.getByRole('button', { name: 'Connect your email' }).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('Connect your email')
    expect(await product.query('select 1 from vendor_settings')).toEqual([])
    expect(problems.filter((one) => !one.includes('422'))).toEqual([])
    await context.close()
  })
})

ordinaryTest('a tab that heard of no other mail server says so before it puts its own back', async () => {
  const owner = await product.owner()
  const put = (change: object) =>
    sendJson(owner, 'PUT', '/api/connections/email/settings', { ...enteredServer(mails.port), ...change })
  await mails.recover()
  expect((await put({})).status).toBe(200)
  const { page, context } = await openDashboard(browser, product.url, {
    ...{ search: '?tab=connections', size: windowsOfRun[0]?.[1] },
  })
  await page.route('**/api/live', (route) => route.abort())
  await page.reload()
  await row(page).getByRole('button', { name: 'Change' }).click()
  const form = page.getByRole('dialog', { name: 'Connect your email' })
  await form.getByLabel('Your name').fill('Ana of the old tab')
  expect((await put({ fromEmail: 'new@example.com' })).status).toBe(200)
  await form.getByRole('button', { name: 'Connect' }).click()
  await form.getByText('it says now: “127.0.0.1, from new@example.com”').waitFor()
  await form.getByText('The mail server was changed meanwhile.').waitFor()
  await expectSound(page)
  const stored = async () => (await owner.get('/api/connections/email/settings')).body.entered
  expect(await stored()).toMatchObject({ fromEmail: 'new@example.com', fromName: 'Ana’s Team' })
  await form.getByRole('button', { name: 'Connect' }).click()
  await form.waitFor({ state: 'detached' })
  expect(await stored()).toMatchObject({ fromEmail: 'coach@example.com', fromName: 'Ana of the old tab' })
  expect((await owner.send('DELETE', '/api/connections/email/settings')).status).toBe(200)
  await context.close()
})

thoroughTest.each(windows)(
  'the words of mails are changed beside the mail as its reader gets it, %s',
  async (_name, size) => {
    const { page, context, problems } = await openDashboard(browser, product.url, {
      ...{ search: '?tab=site&page=mails&part=preview', size },
    })
    if (size.width > 1000) {
      await page.getByLabel('Page of the preview').selectOption({ label: 'Reminder, a day before' })
      const subject = page.getByLabel('Subject').nth(3)
      await subject.fill('See you tomorrow, says {coach}')
    }
    const frame = page.frameLocator('iframe').last()
    await frame.getByText('Hi Ada Kern,').waitFor()
    if (size.width > 1000) await frame.getByText('See you tomorrow, says our team').waitFor()
    await frame.getByRole('link', { name: 'Join the call' }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  },
)

ordinaryTest('leaving a mailing is one press on a page of its own', async () => {
  await queued.queue({ key: 'mailing', marketing: true, to: { email: 'cleo@example.com' } })
  await mails.recover()
  const owner = await product.owner()
  const entered = await owner.send('PUT', '/api/connections/email/settings', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(enteredServer(mails.port)),
  })
  expect(entered.status).toBe(200)
  const source = await waitFor('the mailing', () =>
    mails.taken.find(({ to }) => to === 'cleo@example.com')?.source.replace(/\r\n[ \t]+/g, ' '),
  )
  const path = new URL(/^List-Unsubscribe: <(.+)>\r$/im.exec(source)?.[1] ?? '').pathname
  const { page, context, problems } = await openVisitor(browser, { size: windows[1][1] })
  await page.goto(product.url + path)
  await expectSound(page)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  await expectSound(page)
  expect(await product.query('select email, reason from mail_suppressions')).toEqual([
    { email: 'cleo@example.com', reason: 'unsubscribed' },
  ])
  expect(problems).toEqual([])
  await owner.send('DELETE', '/api/connections/email/settings')
  await context.close()
})

thoroughTest.each(windows)(
  'mails to people are listed with what became of them, and stand on the person, %s',
  async (name, size) => {
    const key = `list-${size.width}`
    await queued.queue({
      ...{ key: `${key}:a`, subject: `Your call is booked (${name})`, text: 'Hi Ann,\n\nit is booked.' },
      to: { email: 'ann@example.com', name: 'Ann Okonkwo' },
    })
    await queued.queue({
      ...{ key: `${key}:b`, subject: `Tomorrow: your call (${name})` },
      ...{ sendAfter: new Date(Date.now() + 86_400_000) },
      to: { email: 'ann@example.com', name: 'Ann Okonkwo' },
    })
    const { page, context, problems } = await openDashboard(browser, product.url, {
      ...{ search: '?tab=connections&part=mails', size },
    })
    const list = page.getByRole('list', { name: 'Emails', exact: true })
    const first = list.getByRole('listitem').filter({ hasText: `Your call is booked (${name})` })
    await first.getByText('Sent once a mail server is connected.').waitFor()
    await list.getByText('Scheduled.').first().waitFor()
    await first.getByRole('button', { name: 'Your call is booked' }).click()
    await first.getByText('it is booked.').waitFor()
    await expectSound(page)
    await page.getByLabel('Which emails').selectOption({ label: 'Failed' })
    await page.getByText('No such emails').waitFor()
    await page.getByLabel('Which emails').selectOption({ label: 'All emails' })
    // A mailbox that is not there is said on the person as well.
    await product.query(
      `update mails set state = 'failed', failure_kind = 'refused-recipient', settled_at = now(),
      reason = 'The mail server refused this mail: 550 5.1.1 no such user.' where key = $1`,
      [`${key}:a`],
    )
    await page.reload()
    await first.getByText('There is no such mailbox.').waitFor()
    let isBusy = true
    for (const path of ['**/api/mails?personId=*', '**/api/applications?leadId=*'])
      await page.route(path, (route) =>
        isBusy ? route.fulfill({ status: 503, body: '{"error":"Busy."}' }) : route.continue(),
      )
    await first.getByRole('link', { name: 'Ann Okonkwo' }).click()
    const detail = page.getByRole('dialog')
    await detail.getByRole('link', { name: 'Lead Details' }).click()
    // What could not be read is not what is not there.
    const failed = detail.getByRole('alert').filter({ hasText: 'could not be loaded' })
    await failed.filter({ hasText: 'Emails' }).waitFor()
    await failed.filter({ hasText: 'Applications' }).waitFor()
    await expectSound(page)
    isBusy = false
    for (const what of ['Emails', 'Applications']) {
      await failed.filter({ hasText: what }).getByRole('button', { name: 'Try again' }).click()
      await failed.filter({ hasText: what }).waitFor({ state: 'detached' })
    }
    const own = detail.getByRole('list', { name: 'Emails to this person' })
    await own.getByText(`Tomorrow: your call (${name})`).waitFor()
    await detail.getByText('An email came back: there is no such mailbox.').waitFor()
    await own.scrollIntoViewIfNeeded()
    await expectSound(page)
    // The next try is the owner's to ask for.
    await own.getByRole('button', { name: /^Try again/ }).click()
    await toastWith(page, 'Back in the queue')
    await waitFor('it waits again', async () => {
      const rows = await product.query("select 1 from mails where key = $1 and state = 'waiting'", [
        `${key}:a`,
      ])
      return rows.length === 1
    })
    expect(problems).toEqual([])
    await context.close()
  },
)
