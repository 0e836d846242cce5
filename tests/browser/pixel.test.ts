import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { sendLeadDialog } from '#support/lead-dialog.ts'
import { ids, names, openPixelVisitor, pixelContent, settled, tracked } from '#support/pixel-visitor.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'

const site = await browseProduct({ content: pixelContent })
const counting = await browseProduct({
  content: { ...pixelContent, pixel: { ...pixelContent.pixel, pageView: true } },
})

const rowsOf = (eventIds: string[]) =>
  site.product.query(
    'select id, event_name, path, value, currency, content_name from pixel_events where id = any($1)',
    [eventIds],
  )

const forbidden = `Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden') } })`

const fillForm = (page: Page, email: string) => sendLeadDialog(page, { name: 'Grace Okonkwo', email })

describe('the advert pixel', () => {
  ordinaryTest(
    'reports a lead and a registration on submit, once, on the page after it, with the server’s ids',
    async () => {
      const { context, page, calls, problems } = await openPixelVisitor(site.browser)
      await page.goto(`${site.product.url}/?fbclid=AbC-123_x&email=grace%40example.com`)
      await page.getByRole('link', { name: 'Watch the free training' }).first().click()
      await fillForm(page, 'grace@example.com')
      await page.waitForURL('**/freetraining*')
      await expect.poll(() => names(calls).sort()).toEqual(['CompleteRegistration', 'Lead'])
      const rows = await rowsOf(ids(calls))
      expect(rows.map((row) => `${row.event_name} ${row.path}`).sort()).toEqual([
        'CompleteRegistration /',
        'Lead /',
      ])
      const inits = calls.filter(([verb]) => verb === 'init')
      expect(new Set(inits.map((call) => call.length))).toEqual(new Set([2]))
      // An event's random id may hold any three digits.
      const said = JSON.stringify(calls).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
      expect(said).not.toMatch(/grace|555/i)

      await page.reload()
      await page.goto(`${site.product.url}/`)
      await page.getByRole('link', { name: 'Watch the free training' }).first().click()
      await fillForm(page, 'grace@example.com')
      await page.waitForURL('**/freetraining*')
      await settled(page)
      expect(tracked(calls)).toHaveLength(2)
      expect(problems).toEqual([])
      await context.close()
    },
  )

  thoroughTest(
    'reports the lead of a form that was posted before the page was alive and came back, for the page it is of',
    async () => {
      const { context, page, calls, problems } = await openPixelVisitor(site.browser)
      const posts: string[] = []
      page.on('request', (request) => {
        if (request.isNavigationRequest() && request.method() === 'POST') posts.push(request.url())
      })
      let isMissing = true
      await page.route('**/assets/react-*.js', (route) => (isMissing ? route.abort() : route.continue()))
      const staysPlain = () => page.waitForEvent('requestfailed', (one) => /react-/.test(one.url()))
      const form = page.locator('#access form')
      const postsByItself = async () => {
        await page.getByRole('link', { name: 'Watch the free training' }).first().click()
        await fillForm(page, 'edsger@localhost')
        await form.getByText('Please enter an email address like you@example.com.').waitFor()
      }
      await Promise.all([staysPlain(), page.goto(`${site.product.url}/?utm_campaign=back`)])
      await postsByItself()
      await expect.poll(() => page.url()).toBe(`${site.product.url}/?utm_campaign=back`)
      await Promise.all([staysPlain(), page.reload()])
      expect(posts).toHaveLength(1)

      isMissing = false
      await postsByItself()
      await page.locator('#access form[novalidate]').waitFor()
      expect(await form.getByLabel('Full Name').inputValue()).toBe('Grace Okonkwo')
      await fillForm(page, 'edsger@example.com')
      await page.waitForURL('**/freetraining*')
      await expect.poll(() => names(calls).sort()).toEqual(['CompleteRegistration', 'Lead'])
      expect((await rowsOf(ids(calls))).map(({ path }) => path)).toEqual(['/', '/'])
      expect(await site.product.query(`select path from page_views where path like '/api%'`)).toEqual([])
      expect(problems).toEqual([])
      await context.close()
    },
  )

  ordinaryTest(
    'reports a purchase with its value once: not again on a reload, nor when the browser forgets',
    async () => {
      const { context, page, calls } = await openPixelVisitor(site.browser)
      await page.goto(`${site.product.url}/thankyoucall`)
      await expect.poll(() => names(calls)).toEqual(['Purchase'])
      expect(tracked(calls)[0]?.[2]).toEqual({ value: 40, currency: 'USD', content_name: 'High Application' })
      expect(await rowsOf(ids(calls))).toMatchObject([
        { event_name: 'Purchase', value: '40.00', currency: 'USD' },
      ])
      await page.reload()
      await settled(page)
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await settled(page)
      expect(names(calls)).toEqual(['Purchase'])
      await context.close()
    },
  )

  thoroughTest('holds once also where the browser forbids storage', async () => {
    const { context, page, calls, problems } = await openPixelVisitor(site.browser, { init: forbidden })
    await page.goto(`${site.product.url}/thankyoucallb`)
    await expect.poll(() => names(calls)).toEqual(['Purchase'])
    await page.reload()
    await settled(page)
    expect(names(calls)).toEqual(['Purchase'])
    await page.goto(`${site.product.url}/`)
    await page.getByRole('link', { name: 'Watch the free training' }).first().click()
    await fillForm(page, 'forbidden@example.com')
    await page.waitForURL('**/freetraining*')
    expect(problems).toEqual([])
    await context.close()
  })

  thoroughTest('reports a view and a popup of a lander, and a booking once for its uid', async () => {
    const { context, page, calls } = await openPixelVisitor(site.browser)
    await page.goto(`${site.product.url}/lander-hack`)
    await expect.poll(() => names(calls)).toEqual(['ViewContent'])
    await page.getByRole('link', { name: 'Show Me The Weird Hack' }).first().click()
    await expect.poll(() => names(calls)).toEqual(['ViewContent', 'ViewContent'])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Show Me The Weird Hack' }).first().click()
    const booked = `${site.product.url}/callbooked?isSuccessBookingPage=true&uid=`
    await page.goto(`${booked}first`)
    await expect.poll(() => names(calls).slice(2)).toEqual(['Schedule'])
    await page.goto(`${booked}first`)
    await settled(page)
    await page.goto(`${booked}second`)
    await expect.poll(() => names(calls).slice(2)).toEqual(['Schedule', 'Schedule'])
    await context.close()
  })

  it.each(
    shareOf<[string, string | undefined]>([
      ['where storage is forbidden', forbidden],
      ['as in most browsers', undefined],
    ]),
  )('reports the booking of whoever reloads before its script has come, once: %s', async (_where, init) => {
    const { context, page, calls } = await openPixelVisitor(site.browser, init ? { init } : {})
    // On its way until the page is left: a script that failed would be asked for again, and might come just then.
    let isOnItsWay = true
    await page.route('**/assets/pixel*', (route) => (isOnItsWay ? undefined : route.continue()))
    const booked = `${site.product.url}/callbooked?isSuccessBookingPage=true&uid=hasty`
    const isAskedFor = page.waitForRequest('**/assets/pixel*')
    await page.goto(booked, { waitUntil: 'commit' })
    await isAskedFor
    await expect.poll(() => page.url()).not.toContain('hasty')
    isOnItsWay = false
    await page.reload()
    await expect.poll(() => names(calls)).toEqual(['Schedule'])
    await page.reload()
    await settled(page)
    expect(names(calls)).toEqual(['Schedule'])
    await context.close()
  })

  thoroughTest(
    'reports a PageView once the owner asks for it, beside what the page reports, and not on the portal',
    async () => {
      const { context, page, calls } = await openPixelVisitor(counting.browser)
      await page.goto(`${counting.product.url}/lander-college`)
      await expect.poll(() => names(calls).sort()).toEqual(['PageView', 'ViewContent'])
      const views = tracked(calls).filter(([, name]) => name === 'PageView')
      const [row] = await counting.product.query(
        'select event_name, path, value from pixel_events where id = $1',
        [views[0]?.[3]?.eventID],
      )
      expect(row).toEqual({ event_name: 'PageView', path: '/lander-college', value: null })
      await page.goto(`${counting.product.url}/trainingportal`)
      await settled(page)
      await page.goto(`${counting.product.url}/meme`)
      await expect.poll(() => names(calls).slice(2)).toEqual(['PageView'])
      await context.close()
    },
  )

  thoroughTest('reports the way to the checkout once, however often it is taken', async () => {
    const { context, page, calls } = await openPixelVisitor(site.browser)
    await page.goto(`${site.product.url}/builder`)
    await expect.poll(() => names(calls)).toEqual(['ViewContent'])
    await page.getByRole('link', { name: 'Secure My Spot Now' }).first().click()
    await expect.poll(() => names(calls)).toEqual(['ViewContent', 'InitiateCheckout'])
    await page.getByRole('link', { name: 'Secure My Spot Now' }).first().click()
    await settled(page)
    expect(names(calls)).toHaveLength(2)
    await context.close()
  })

  ordinaryTest('loads only once the page is loaded', async () => {
    const { context, page, loaded } = await openPixelVisitor(site.browser)
    await page.goto(`${site.product.url}/thankyoucallc`)
    await expect.poll(loaded).toBe(1)
    // It is noted once its answer is in.
    const isNoted = () =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('fbevents'))
    await expect.poll(() => page.evaluate(isNoted)).toBe(true)
    const waited = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const pixel = performance.getEntriesByType('resource').find(({ name }) => name.includes('fbevents'))
      return (pixel?.startTime ?? 0) - (navigation?.loadEventStart ?? Number.POSITIVE_INFINITY)
    })
    expect(waited).toBeGreaterThanOrEqual(0)
    await context.close()
  })

  thoroughTest('is not loaded on a page without events, nor on the dashboard', async () => {
    const { context, page, loaded } = await openPixelVisitor(site.browser)
    for (const path of ['/terms', '/trainingportal', '/analytics']) {
      await page.goto(site.product.url + path)
      await settled(page)
    }
    expect(loaded()).toBe(0)
    const dashboard = await page.request.get(`${site.product.url}/analytics`)
    expect(dashboard.headers()['content-security-policy']).not.toContain('facebook')
    await context.close()
  })

  it.each(
    shareOf([
      ['Global Privacy Control', { 'Sec-GPC': '1' }, 'globalPrivacyControl', 'true'],
      ['Do Not Track', { DNT: '1' }, 'doNotTrack', "'1'"],
    ]),
  )('is off with %s, without a question', async (_what, extraHTTPHeaders, name, value) => {
    const init = `Object.defineProperty(Navigator.prototype, '${name}', { get: () => ${value} })`
    const { context, page, loaded } = await openPixelVisitor(site.browser, {
      extraHTTPHeaders,
      init,
      timezoneId: 'Europe/Berlin',
    })
    await page.goto(`${site.product.url}/thankyoucall?fbclid=AbC`)
    await settled(page)
    expect(loaded()).toBe(0)
    expect(await page.locator('#ad-choices').isVisible()).toBe(false)
    expect(await context.cookies()).toEqual([])
    await page.getByRole('link', { name: 'Cookie choices' }).click()
    await page.getByText('Your browser asks sites not to track you').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await context.close()
  })

  thoroughTest(
    'blocked altogether, costs nothing: the lead goes through and the next page works',
    async () => {
      const { context, page, calls, problems } = await openPixelVisitor(site.browser, { pixel: 'blocked' })
      await page.route('**/api/visitors/pixel-event', (route) => route.abort('blockedbyclient'))
      await page.route('**/pixel-*.js', (route) => route.abort('blockedbyclient'))
      await page.goto(`${site.product.url}/`)
      await page.getByRole('link', { name: 'Watch the free training' }).first().click()
      await fillForm(page, 'blocked@example.com')
      await page.waitForURL('**/freetraining*')
      await page.unroute('**/pixel-*.js')
      await page.reload()
      await settled(page)
      expect(calls).toEqual([])
      expect(problems).toEqual([])
      await context.close()
    },
  )
})
