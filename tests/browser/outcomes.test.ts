import { beforeAll, describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { waitFor } from '#support/eventually.ts'
import {
  expectSound,
  openDashboard,
  pressAfterG,
  toastWith,
  windows,
  windowsOfRun,
} from '#support/owner-dashboard.ts'
import { ordinaryTest } from '#support/share-of.ts'
import { smallTargets } from '#support/small-targets.ts'
import { calBooking } from '#support/webhook-bodies.ts'
import { calCall, deliver, webhookSecrets } from '#support/webhook-senders.ts'

const { product, browser } = await browseProduct({ environment: webhookSecrets })
const hours = (number: number) => new Date(Date.now() + number * 3_600_000).toISOString()
const names = ['Grace Okafor-Lindqvist', 'Ada Kern', 'Bartholomew Featherstonehaugh']

beforeAll(async () => {
  for (const [place, name] of names.entries()) {
    const visitor = product.browser()
    const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}@example.com`
    await visitor.post('/api/visitors/page-view', { path: '/meme' })
    await visitor.post('/api/capture-lead', { name, email, phone: `(202) 555-014${place}`, page: '/meme' })
    await deliver(
      product.url,
      calCall(
        calBooking('BOOKING_CREATED', {
          uid: `call-${place}`,
          createdAt: hours(-99),
          startTime: hours(-3 - 20 * place),
          email,
        }),
      ),
    )
  }
  await waitFor('the calls are known', async () => {
    const rows = await product.query("select 1 from bookings where status = 'booked'")
    return rows.length === names.length || undefined
  })
})

const statusOf = async (place: number) =>
  (await product.query('select status from bookings where uid = $1', [`call-${place}`]))[0]?.status

describe('calls without an outcome', () => {
  it.each(windowsOfRun)('are thumbed through %s, each with a way back', async (_where, size) => {
    const { page, context, problems } = await openDashboard(browser, product.url, {
      search: '?tab=overview&range=all',
      size,
    })
    await page.getByRole('link', { name: '3 calls without an outcome' }).click()
    const list = page.getByRole('list', { name: 'Calls without an outcome' })
    await list.getByText('Ada Kern', { exact: true }).waitFor()
    expect(await list.getByRole('time').first().textContent()).toMatch(/^\w{3}, .* P[DS]T$/)
    await expectSound(page)
    if (size.width < 500) expect(await smallTargets(page)).toEqual([])
    await list.getByRole('button', { name: `No-show: ${names[0]}` }).click()
    await toastWith(page, `No-show: ${names[0]}`)
    // Under a resting mouse it stays, however long the list takes.
    await page.locator('.toast').hover()
    await list.getByText(names[0] ?? '').waitFor({ state: 'detached' })
    expect(await statusOf(0)).toBe('no_show')
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await list.getByText(names[0] ?? '', { exact: true }).waitFor()
    expect(await statusOf(0)).toBe('booked')
    expect(problems).toEqual([])
    await context.close()
  })

  ordinaryTest('say nothing where a letter that is an outcome goes to a tab', async () => {
    const { page, context } = await openDashboard(browser, product.url, {
      search: '?tab=leads&part=outcomes',
    })
    const list = page.getByRole('list', { name: 'Calls without an outcome' })
    await list.getByRole('button', { name: `Held: ${names[0]}` }).focus()
    await page.keyboard.press('ArrowDown')
    await page.clock.install()
    await pressAfterG(page, 'c')
    await page.getByRole('region', { name: 'Connections', exact: true }).waitFor()
    expect(await statusOf(1)).toBe('booked')
    await context.close()
  })

  ordinaryTest('are worked off with the keyboard alone, down to the empty list', async () => {
    const { page, context } = await openDashboard(browser, product.url, {
      search: '?tab=leads&part=outcomes',
    })
    const list = page.getByRole('list', { name: 'Calls without an outcome' })
    await list.getByRole('button', { name: `Held: ${names[0]}` }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('m')
    // The next one has the focus a moment after the one before it is gone.
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await list.getByText(names[1] ?? '', { exact: true }).waitFor({ state: 'detached' })
    await expect.poll(focused).toContain(names[2])
    await page.keyboard.press('c')
    await list.getByText(names[2] ?? '', { exact: true }).waitFor({ state: 'detached' })
    await expect.poll(focused).toContain(names[0])
    await page.keyboard.press('h')
    await page.getByText('Every past call has an outcome').waitFor()
    await expectSound(page)
    expect([await statusOf(0), await statusOf(1), await statusOf(2)]).toEqual([
      'held',
      'rescheduled',
      'cancelled',
    ])
    await context.close()
  })

  ordinaryTest('have the same choice on the person, with who said what in the journey', async () => {
    const { page, context } = await openDashboard(browser, product.url, {
      search: `?tab=leads&range=all&open=${await product.leadIdOf('ada.kern@example.com')}`,
      size: windows[1][1],
    })
    const dialog = page.getByRole('dialog')
    const choice = dialog.getByRole('group', { name: 'What became of the call with Ada Kern' })
    await choice.getByRole('button', { name: 'Moved', pressed: true }).waitFor()
    await dialog.getByText(/^\w{3}, .* P[DS]T · Moved$/).waitFor()
    await choice.getByRole('button', { name: 'Held' }).click()
    await choice.getByRole('button', { name: 'Held', pressed: true }).waitFor()
    await dialog.getByText('said by you').first().waitFor()
    expect(await smallTargets(page)).toEqual([])
    await expectSound(page)
    expect(await statusOf(1)).toBe('held')
    await context.close()
  })
})
