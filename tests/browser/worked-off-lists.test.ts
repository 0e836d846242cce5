import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { openDashboard } from '#support/owner-dashboard.ts'
import { sendJson } from '#support/send-json.ts'

const { product, browser } = await browseProduct()
const owner = await product.owner()
const names = ['Ann Okonkwo', 'Bo Lindqvist', 'Cy Dahl']

for (const [index, name] of names.entries()) {
  const email = `worked-off-${index}@example.com`
  const visitor = product.browser()
  const submit = { name, email, phone: `202-555-014${index}`, page: '/meme' }
  await visitor.post('/api/visitors/page-view', { path: '/meme' })
  await visitor.post('/api/capture-lead', submit)
  const leadId = await product.leadIdOf(email)
  await sendJson(owner, 'PUT', `/api/leads/${leadId}/next-step`, {
    text: 'Call back',
    dueOn: `2026-01-0${index + 1}`,
  })
  await product.browser().post('/api/capture-lead', {
    ...submit,
    email: `held-${index}@example.com`,
    website: 'https://spam.example',
  })
  await product.query(
    `with event as (
      insert into external_events (id, kind, key, at, email)
      values (gen_random_uuid(), 'booking', $1, now() - interval '1 hour' * $2, $3) returning id)
    insert into bookings (id, uid, status, attendee_name, start_at, reported_at)
      select id, $1, 'booked', $4, now() + interval '1 day', now() from event returning id`,
    [`worked-off-${index}`, index, `unmatched-${index}@example.com`, name],
  )
}

it.each([
  ['Next steps', 'due', 'Next steps', /^Done with/, 'Nothing to do'],
  ['Held back as spam', 'held', 'Held submissions', /^Release/, 'Nothing is held back'],
  ['Applied, booked', 'unmatched', 'People without a lead form', /^Add as lead/, 'Nobody is without a lead'],
])(
  '%s: worked off with the keyboard alone, the next row has the focus and at last the heading',
  async (...of) => {
    const [heading, part, list, button, nothing] = of
    const { page, context, problems } = await openDashboard(browser, product.url, {
      search: `?tab=leads&part=${part}&range=all`,
    })
    const rows = page.getByRole('list', { name: list }).locator(':scope > li')
    await expect.poll(() => rows.count()).toBe(3)
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    // The middle one first: the last moves into its place, and the first is what is left before the end.
    const order = [1, 1, 0]
    for (const [done, place] of order.entries()) {
      const text = (await rows.nth(place).textContent()) ?? ''
      if (done > 0) await expect.poll(focused).toBe(text)
      await rows.nth(place).getByRole('button', { name: button }).press('Enter')
      await expect.poll(() => rows.count()).toBe(2 - done)
    }
    await page.getByText(nothing).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
    expect(await focused()).toContain(heading)
    expect(problems).toEqual([])
    await context.close()
  },
)
