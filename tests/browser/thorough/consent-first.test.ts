// A sample of it is in tests/api/consent-first.test.ts.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { sendLeadDialog } from '#support/lead-dialog.ts'
import { openPixelVisitor, settled } from '#support/pixel-visitor.ts'

const site = await browseProduct()

/** Opens a phone in Berlin; `signals` has it ask not to be followed. */
async function openBerliner(options: { signals?: boolean } = {}) {
  const phone = await openPixelVisitor(site.browser, {
    timezoneId: 'Europe/Berlin',
    ...(options.signals && {
      init: "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })",
      extraHTTPHeaders: { 'Sec-GPC': '1' },
    }),
  })
  const bodies: Record<string, unknown>[] = []
  phone.page.on('request', (request) => {
    if (request.method() === 'POST') bodies.push(request.postDataJSON())
  })
  const cookies = async () => (await phone.context.cookies()).map(({ name }) => name)
  return { ...phone, bodies, cookies, bar: phone.page.getByRole('region', { name: 'Cookie choices' }) }
}

/** Opens a page and waits until its view is stored. */
async function visit(page: Page, path: string): Promise<void> {
  const counted = page.waitForResponse('**/api/visitors/page-view')
  await page.goto(site.product.url + path)
  await counted
}
const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage))
const viewsOf = (campaign: string) =>
  site.product.query(
    `select view.path, view.visitor_id, view.ip_address, visitor.fingerprint, visitor.timezone
     from page_views view join visitors visitor on visitor.id = view.visitor_id
     where view.attribution ->> 'utm_campaign' = $1 order by view.at`,
    [campaign],
  )

describe('a visitor whom the law wants asked', () => {
  it('leaves nothing before the answer, and the advert goes along from page to page', async () => {
    const { context, page, bodies, cookies, bar, problems } = await openBerliner()
    await visit(page, '/?utm_source=ig&utm_campaign=along&fbclid=AbC')
    await bar.waitFor()
    await page
      .getByRole('link', { name: /privacy/i })
      .first()
      .click()
    await page.waitForURL(/\/privacy\?utm_source=ig&utm_campaign=along&fbclid=AbC$/)
    await expect.poll(async () => (await viewsOf('along')).length).toBe(2)
    const views = await viewsOf('along')
    expect(views.map(({ path }) => path)).toEqual(['/', '/privacy'])
    expect(new Set(views.map((view) => view.visitor_id)).size).toBe(2)
    for (const view of views)
      expect(view).toMatchObject({ ip_address: '127.0.0.0', fingerprint: null, timezone: null })
    expect(await cookies()).toEqual([])
    expect(await stored(page)).toEqual([])
    expect(JSON.stringify(bodies)).not.toMatch(/fingerprint|Europe|screenWidth|userAgent/)
    expect(problems).toEqual([])
    await context.close()
  })

  it('is remembered from a yes on, as the visitor of that page', async () => {
    const { context, page, cookies, bar } = await openBerliner()
    await visit(page, '/?utm_source=ig&utm_campaign=yes')
    await expect.poll(async () => (await viewsOf('yes')).length).toBe(1)
    await bar.getByRole('button', { name: 'Accept' }).click()
    await expect.poll(cookies).toEqual(['leadline_visitor'])
    await expect.poll(async () => (await viewsOf('yes'))[0]?.timezone).toBe('Europe/Berlin')
    expect(await stored(page)).toContain('visitorAnalytics')
    await visit(page, '/terms')
    await expect.poll(async () => (await viewsOf('yes')).map(({ path }) => path)).toEqual(['/', '/terms'])
    expect(new Set((await viewsOf('yes')).map((view) => view.visitor_id)).size).toBe(1)
    expect(await bar.isVisible()).toBe(false)

    await page.getByRole('link', { name: 'Cookie choices' }).click()
    await bar.getByRole('button', { name: 'Decline' }).click()
    await expect.poll(cookies).toEqual([])
    // The answer that takes the cookie away comes before the page has read it.
    await expect.poll(() => stored(page)).toEqual(['leadlineAnswer'])
    await context.close()
  })

  it('who says no is not asked again, and a form still works and keeps what was asked for', async () => {
    const { context, page, cookies, bar } = await openBerliner()
    await visit(page, '/meme?utm_source=ig&utm_campaign=no')
    await bar.getByRole('button', { name: 'Decline' }).click()
    await page.reload()
    await settled(page)
    expect(await bar.isVisible()).toBe(false)
    expect(await cookies()).toEqual([])

    await page.locator('a[href="#access"]').filter({ visible: true }).first().click()
    await sendLeadDialog(page, { name: 'Nora Nein', email: 'nora@example.com' })
    await page.waitForURL(/\/freetraining\?utm_source=ig&utm_campaign=no$/)
    expect(await cookies()).toEqual(['leadline_visitor'])
    const [capture] = await site.product.query(
      `select visitor_id, source, ip_address, user_agent, details ->> 'fingerprint' as fingerprint
       from lead_captures where email = 'nora@example.com'`,
    )
    expect(capture).toMatchObject({
      ...{ source: 'ig', ip_address: '127.0.0.0', user_agent: null, fingerprint: null },
    })
    const loads = async () => (await viewsOf('no')).map((view) => view.visitor_id)
    await expect.poll(loads).toContain(capture?.visitor_id)
    await visit(page, '/lander-college')
    await page.locator('a[href="#access"]').filter({ visible: true }).first().click()
    await expect.poll(() => page.locator('#access [name=email]').inputValue()).toBe('nora@example.com')
    await context.close()
  })

  it('whose browser signals no is not asked at all', async () => {
    const { context, page, cookies, bar } = await openBerliner({ signals: true })
    await visit(page, '/?utm_source=ig&utm_campaign=signal')
    await expect.poll(async () => (await viewsOf('signal')).length).toBe(1)
    await settled(page)
    expect(await bar.isVisible()).toBe(false)
    expect(await cookies()).toEqual([])
    await page.getByRole('link', { name: 'Cookie choices' }).click()
    await page.getByText('Your browser asks sites not to track you').waitFor()
    await context.close()
  })
})

it('nobody is asked elsewhere, and the visit is remembered at once', async () => {
  const { context, page } = await openPixelVisitor(site.browser)
  await visit(page, '/?utm_source=ig&utm_campaign=denver')
  await expect.poll(async () => (await viewsOf('denver')).length).toBe(1)
  expect((await context.cookies()).map(({ name }) => name)).toContain('leadline_visitor')
  await settled(page)
  expect(await page.locator('#ad-choices').isVisible()).toBe(false)
  await context.close()
})
