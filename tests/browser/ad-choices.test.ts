import { describe, expect, it } from 'vitest'
import { asks, next } from '#support/application-form.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { accessibilityProblems, comesAlive, isWiderThanWindow } from '#support/chromium.ts'
import { ids, names, openPixelVisitor, pixelContent, settled } from '#support/pixel-visitor.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'

const site = await browseProduct({ content: pixelContent })

describe('the question about advert cookies', () => {
  ordinaryTest(
    'holds pixel and cookies back where the law wants opt-in, until the visitor accepts',
    async () => {
      const { context, page, calls, loaded } = await openPixelVisitor(site.browser, {
        timezoneId: 'Europe/Berlin',
      })
      const cookies = async () => (await context.cookies()).map((cookie) => cookie.name).sort()
      await page.goto(`${site.product.url}/thankyoucall?fbclid=AbC-123_x`)
      const bar = page.getByRole('region', { name: 'Cookie choices' })
      await bar.waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await isWiderThanWindow(page)).toBe(false)
      await settled(page)
      expect(loaded()).toBe(0)
      expect(await cookies()).toEqual([])
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])

      await bar.getByRole('button', { name: 'Accept' }).click()
      await expect.poll(() => names(calls)).toEqual(['Purchase'])
      expect(await cookies()).toEqual(['_fbc', '_fbp', 'leadline_visitor'])
      expect(await bar.isVisible()).toBe(false)
      const [row] = await site.product.query('select fbc from pixel_events where id = $1', ids(calls))
      expect(row?.fbc).toMatch(/^fb\.1\.\d+\.AbC-123_x$/)
      const receipts = await site.product.query(`select choice, page from ad_consents`)
      expect(receipts).toEqual([{ choice: 'granted', page: '/thankyoucall' }])

      await page.goto(`${site.product.url}/thankyoucallb`)
      await expect.poll(() => names(calls)).toEqual(['Purchase', 'Purchase'])
      await page.getByRole('link', { name: 'Cookie choices' }).click()
      await bar.getByRole('button', { name: 'Decline' }).click()
      await expect.poll(cookies).toEqual([])
      const before = loaded()
      await page.goto(`${site.product.url}/thankyoucallc`)
      await settled(page)
      expect(loaded()).toBe(before)
      expect(names(calls)).toHaveLength(2)
      expect(await bar.isVisible()).toBe(false)
      await context.close()
    },
  )

  ordinaryTest(
    'answered by keyboard, gives the focus back to where it was, or to what asks again',
    async () => {
      const { context, page } = await openPixelVisitor(site.browser, { timezoneId: 'Europe/Berlin' })
      const bar = page.getByRole('region', { name: 'Cookie choices' })
      await page.goto(`${site.product.url}/apply`)
      await comesAlive(page)
      await bar.waitFor()
      const change = page.getByRole('link', { name: 'Cookie choices' })
      await bar.getByRole('button', { name: 'Decline' }).focus()
      await page.keyboard.press('Enter')
      await bar.waitFor({ state: 'hidden' })
      await expect.poll(() => change.evaluate((link) => link === document.activeElement)).toBe(true)

      // Once the server has the answer the page keeps it anew: emptied before, it would be known after the reload.
      await expect.poll(() => page.evaluate(() => localStorage.leadlineAnswer)).toContain('"told":true')
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await comesAlive(page)
      await bar.waitFor()
      const field = page.getByLabel('What is your name?')
      await field.focus()
      await bar.getByRole('button', { name: 'Decline' }).focus()
      await page.keyboard.press('Enter')
      await bar.waitFor({ state: 'hidden' })
      await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
      await context.close()
    },
  )

  thoroughTest('answered no and then yes on one page, reports that page, and once', async () => {
    const { context, page, calls } = await openPixelVisitor(site.browser, { timezoneId: 'Europe/Berlin' })
    await page.goto(`${site.product.url}/thankyoucall`)
    const bar = page.getByRole('region', { name: 'Cookie choices' })
    const answer = async (word: 'Accept' | 'Decline') => {
      await bar.getByRole('button', { name: word }).click()
      await bar.waitFor({ state: 'hidden' })
    }
    const change = () => page.getByRole('link', { name: 'Cookie choices' }).click()
    await bar.waitFor()
    await settled(page)
    await answer('Decline')
    await change()
    await answer('Accept')
    await expect.poll(() => names(calls)).toEqual(['Purchase'])
    for (const word of ['Accept', 'Decline', 'Accept'] as const) {
      await change()
      await answer(word)
      await settled(page)
    }
    await page.reload()
    await settled(page)
    expect(names(calls)).toEqual(['Purchase'])
    await context.close()
  })

  ordinaryTest('is heard by the server though the page is left while the answer is on its way', async () => {
    const { context, page } = await openPixelVisitor(site.browser, { timezoneId: 'Europe/Berlin' })
    let letGo = () => {}
    const isLeft = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await context.route('**/api/visitors/ad-consent', async (route) => {
      await isLeft
      await route.continue()
    })
    await page.goto(`${site.product.url}/lander-hack`)
    const asked = page.waitForRequest('**/api/visitors/ad-consent')
    await page
      .getByRole('region', { name: 'Cookie choices' })
      .getByRole('button', { name: 'Decline' })
      .click()
    await asked
    await page.goto('about:blank')
    letGo()
    await expect
      .poll(() => site.product.query(`select choice from ad_consents where page = '/lander-hack'`))
      .toEqual([{ choice: 'refused' }])
    await context.close()
  })

  // A page that the browser keeps for Back hears nothing of other tabs.
  const frozen = `addEventListener('storage', (event) => event.stopImmediatePropagation())`
  it.each(
    shareOf(
      [
        ['is returned to', frozen],
        ['is open meanwhile', ''],
      ],
      0,
    ),
  )('answered no on another page, holds on one that %s', async (_how, init) => {
    const { context, page, calls } = await openPixelVisitor(site.browser, { init })
    await page.goto(`${site.product.url}/meme`)
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('_fbp')
    await settled(page)
    const other = await context.newPage()
    // Its answer sets the visitor's cookie, which would come back after the no.
    const tracked = other.waitForResponse('**/api/visitors/track')
    await other.goto(`${site.product.url}/privacy`)
    await tracked
    await other.getByRole('link', { name: 'Cookie choices' }).click()
    await other.getByRole('button', { name: 'Decline' }).click()
    await expect.poll(() => context.cookies()).toEqual([])
    await other.close()
    if (init)
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await page.getByRole('link', { name: 'GET ACCESS NOW' }).first().click()
    await page.getByRole('dialog', { name: 'Get Instant Access' }).waitFor()
    await settled(page)
    expect(names(calls)).toEqual([])
    expect(await context.cookies()).toEqual([])
    await context.close()
  })

  thoroughTest('answered no while the visit is still on its way, leaves no cookie behind', async () => {
    const { context, page } = await openPixelVisitor(site.browser)
    const told = Promise.withResolvers<void>()
    await page.route('**/api/visitors/track', async (route) => {
      const response = await route.fetch()
      await told.promise
      await route.fulfill({ response })
    })
    let answered = 0
    page.on('response', (response) => {
      if (response.url().endsWith('/api/visitors/ad-consent')) answered += 1
    })
    await page.goto(`${site.product.url}/terms`)
    await page.getByRole('link', { name: 'Cookie choices' }).click()
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect.poll(() => answered).toBe(1)
    await page.locator('#ad-choices').waitFor({ state: 'hidden' })
    told.resolve()
    await expect.poll(() => answered).toBe(2)
    await expect.poll(() => context.cookies()).toEqual([])
    await context.close()
  })

  thoroughTest('answered yes elsewhere meanwhile, is not asked again on a page that is open', async () => {
    const { context, page, calls } = await openPixelVisitor(site.browser, { timezoneId: 'Europe/Berlin' })
    await page.goto(`${site.product.url}/thankyoucall`)
    const bar = page.getByRole('region', { name: 'Cookie choices' })
    await bar.waitFor()
    await settled(page)
    const other = await context.newPage()
    await other.goto(`${site.product.url}/privacy`)
    await other.getByRole('button', { name: 'Accept' }).click()
    await bar.waitFor({ state: 'hidden' })
    await expect.poll(() => names(calls)).toEqual(['Purchase'])
    await context.close()
  })

  thoroughTest('answered no, ends the cookies that the pixel has set for the whole domain, too', async () => {
    const { context, page } = await openPixelVisitor(site.browser)
    // No name but this machine's address is known here: the site's own leads to it.
    const here = new URL(site.product.url)
    await context.route('http://www.coach.test/**', async (route) => {
      const asked = new URL(route.request().url())
      asked.host = here.host
      const headers = { ...route.request().headers(), origin: here.origin }
      await route.fulfill({ response: await route.fetch({ url: asked.href, headers }) })
    })
    await page.goto('http://www.coach.test/terms')
    const named = async () => (await context.cookies()).map(({ name }) => name)
    // The second comes with the answer to the visit, and would come back if that came after the no.
    const ofSite = async () => (await context.cookies('http://www.coach.test')).map(({ name }) => name)
    await expect.poll(async () => (await ofSite()).sort()).toEqual(['_fbp', 'leadline_visitor'])
    for (const name of ['_fbp', '_fbc'])
      await context.addCookies([{ name, value: 'fb.1.1795255200000.5', domain: '.coach.test', path: '/' }])
    await page.getByRole('link', { name: 'Cookie choices' }).click()
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect.poll(named).toEqual([])
    await context.close()
  })

  thoroughTest('answered no, keeps nothing of an event whose claim is answered after it', async () => {
    const { context, page, calls } = await openPixelVisitor(site.browser)
    let answerClaim = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answerClaim = resolve
    })
    await context.route('**/api/visitors/pixel-event', async (route) => {
      await isAnswered
      await route.continue()
    })
    const claimed = page.waitForRequest('**/api/visitors/pixel-event')
    await page.goto(`${site.product.url}/thankyoucall`)
    await claimed
    await page.getByRole('link', { name: 'Cookie choices' }).click()
    const told = page.waitForResponse('**/api/visitors/ad-consent')
    await page.getByRole('button', { name: 'Decline' }).click()
    await told
    const answered = page.waitForResponse('**/api/visitors/pixel-event')
    answerClaim()
    await answered
    await settled(page)
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['leadlineAnswer'])
    expect(names(calls)).toEqual([])
    await context.close()
  })

  thoroughTest('answered yes while the server is busy, loses no event by it', async () => {
    const { context, page, calls } = await openPixelVisitor(site.browser, { timezoneId: 'Europe/Berlin' })
    let isBusy = true
    const busy = { status: 503, contentType: 'application/json', body: '{"error":"Busy."}' }
    await context.route('**/api/visitors/ad-consent', (route) =>
      isBusy ? route.fulfill(busy) : route.continue(),
    )
    await page.goto(`${site.product.url}/thankyoucall`)
    const answered = page.waitForResponse('**/api/visitors/ad-consent')
    await page.getByRole('region', { name: 'Cookie choices' }).getByRole('button', { name: 'Accept' }).click()
    await answered
    await settled(page)
    isBusy = false
    await page.reload()
    await expect.poll(() => names(calls)).toEqual(['Purchase'])
    await context.close()
  })

  ordinaryTest('answered while the server is busy, tells it soon after, on the same page', async () => {
    const { context, page } = await openPixelVisitor(site.browser, { timezoneId: 'Europe/Berlin' })
    let refusals = 0
    await context.route('**/api/visitors/ad-consent', (route) => {
      // The pixel's script tells it as well.
      if (refusals === 3) return route.continue()
      refusals += 1
      return route.fulfill({ status: 503, json: { error: 'Busy.' } })
    })
    await page.goto(`${site.product.url}/lander-college`)
    await page.getByRole('region', { name: 'Cookie choices' }).getByRole('button', { name: 'Accept' }).click()
    const receipts = () => site.product.query("select choice from ad_consents where page = '/lander-college'")
    await expect.poll(receipts).toEqual([{ choice: 'granted' }])
    expect(refusals).toBe(3)
    await context.close()
  })

  thoroughTest('answered no on an earlier page and yes on this one, reports this one', async () => {
    const { context, page, calls } = await openPixelVisitor(site.browser, { timezoneId: 'Europe/Berlin' })
    await page.goto(`${site.product.url}/thankyoucallb`)
    const bar = page.getByRole('region', { name: 'Cookie choices' })
    await bar.getByRole('button', { name: 'Decline' }).click()
    await bar.waitFor({ state: 'hidden' })
    await page.goto(`${site.product.url}/thankyoucall`)
    await settled(page)
    await page.getByRole('link', { name: 'Cookie choices' }).click()
    await bar.getByRole('button', { name: 'Accept' }).click()
    await expect.poll(() => names(calls)).toEqual(['Purchase'])
    const [row] = await site.product.query('select path from pixel_events where id = $1', ids(calls))
    expect(row).toEqual({ path: '/thankyoucall' })
    await context.close()
  })

  ordinaryTest(
    'takes along what is typed in the application form, and after a no keeps it no longer than the tab',
    async () => {
      const { context, page } = await openPixelVisitor(site.browser, { timezoneId: 'Europe/Berlin' })
      const bar = page.getByRole('region', { name: 'Cookie choices' })
      const kept = (tab: typeof page) =>
        tab.evaluate(() => [localStorage.application, sessionStorage.application].map(Boolean))
      await page.goto(`${site.product.url}/apply`)
      await comesAlive(page)
      await page.getByLabel('What is your name?').fill('Grace van Oosten')
      await next(page).click()
      await asks(page, 'What is your email address?')
      expect(await kept(page)).toEqual([false, true])
      await bar.getByRole('button', { name: 'Accept' }).click()
      await bar.waitFor({ state: 'hidden' })
      expect(await kept(page)).toEqual([true, false])

      const later = await context.newPage()
      await page.close()
      await later.goto(`${site.product.url}/apply`)
      await comesAlive(later)
      await asks(later, 'What is your email address?')
      await later.goto(`${site.product.url}/terms`)
      await later.getByRole('link', { name: 'Cookie choices' }).click()
      await later.getByRole('button', { name: 'Decline' }).click()
      await later.getByRole('region', { name: 'Cookie choices' }).waitFor({ state: 'hidden' })
      expect(await kept(later)).toEqual([false, true])
      await later.goto(`${site.product.url}/apply`)
      await comesAlive(later)
      await asks(later, 'What is your email address?')
      await context.close()
    },
  )

  thoroughTest(
    'breaks no answer in the middle of a word on a phone that shows everything twice as large',
    async () => {
      const { context, page } = await openPixelVisitor(site.browser, {
        timezoneId: 'Europe/Berlin',
        viewport: { width: 195, height: 422 },
      })
      await page.goto(`${site.product.url}/terms`)
      const bar = page.getByRole('region', { name: 'Cookie choices' })
      await bar.waitFor()
      const answers = await bar.getByRole('button').evaluateAll((buttons) =>
        buttons.map((button) => {
          const words = document.createRange()
          words.selectNodeContents(button)
          return [button.textContent, words.getClientRects().length, button.getBoundingClientRect().width]
        }),
      )
      expect(answers).toEqual([
        ['Decline', 1, answers[0]?.[2]],
        ['Accept', 1, answers[0]?.[2]],
      ])
      expect(await isWiderThanWindow(page)).toBe(false)
      await context.close()
    },
  )

  thoroughTest('keeps a place for its link, so that no foot grows when its script comes', async () => {
    const { context, page } = await openPixelVisitor(site.browser, { timezoneId: 'Europe/Berlin' })
    for (const path of ['/lander-college', '/lander-hack', '/meme', '/terms']) {
      await page.goto(site.product.url + path)
      const foot = page.locator('footer')
      await page.getByRole('region', { name: 'Cookie choices' }).waitFor()
      const height = () => foot.evaluate((element) => element.getBoundingClientRect().height)
      const after = await height()
      await page.evaluate(() => document.documentElement.removeAttribute('data-ad-choices'))
      expect([path, await height()]).toEqual([path, after])
    }
    await context.close()
  })

  thoroughTest(
    'is read from its first word on a phone that lies on its side with large letters',
    async () => {
      const { context, page } = await openPixelVisitor(site.browser, { timezoneId: 'Europe/Berlin' })
      await page.setViewportSize({ width: 568, height: 260 })
      await page.goto(`${site.product.url}/thankyoucall`)
      const bar = page.getByRole('region', { name: 'Cookie choices' })
      await bar.waitFor()
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      for (const part of [bar.locator('.ad-choices-ask'), bar.getByRole('button', { name: 'Accept' })]) {
        // By the page's own scrolling, as a thumb would.
        const [top, bottom] = await part.evaluate((element) => {
          element.scrollIntoView({ block: 'start' })
          const { top, bottom } = element.getBoundingClientRect()
          return [top, bottom]
        })
        expect(top).toBeGreaterThanOrEqual(0)
        expect(top).toBeLessThan(260)
        expect(bottom).toBeGreaterThan(0)
      }
      await context.close()
    },
  )

  thoroughTest('is taken by keyboard, gives the focus back, and is remembered', async () => {
    const { context, page, loaded } = await openPixelVisitor(site.browser, { timezoneId: 'Europe/Paris' })
    await page.goto(`${site.product.url}/`)
    const bar = page.getByRole('region', { name: 'Cookie choices' })
    await bar.getByRole('button', { name: 'Decline' }).focus()
    await page.keyboard.press('Enter')
    await bar.waitFor({ state: 'hidden' })
    const link = page.getByRole('link', { name: 'Cookie choices' })
    await link.focus()
    await page.keyboard.press('Enter')
    await bar.waitFor()
    await page.keyboard.press('Enter')
    await bar.waitFor({ state: 'hidden' })
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.reload()
    await settled(page)
    expect(await bar.isVisible()).toBe(false)
    expect(loaded()).toBe(0)
    await context.close()
  })

  it.each(
    shareOf(['/', '/freetraining', '/meme', '/meme2', '/lander-college', '/lander-hack', '/builder'], 1),
  )('never covers the action of %s on the first phone screen', async (path) => {
    const { context, page } = await openPixelVisitor(site.browser, { timezoneId: 'Europe/Madrid' })
    await page.goto(site.product.url + path)
    await page.locator('#ad-choices').waitFor()
    const covered = await page.evaluate(() => {
      const bar = document.querySelector('#ad-choices')?.getBoundingClientRect()
      return [...document.querySelectorAll('main .button, main .play')].filter((action) => {
        const { top, bottom } = action.getBoundingClientRect()
        return bar && top < bar.top && bottom > bar.top
      }).length
    })
    expect(covered).toBe(0)
    await context.close()
  })

  ordinaryTest('is not asked where no law wants it', async () => {
    const { context, page } = await openPixelVisitor(site.browser)
    await page.goto(`${site.product.url}/`)
    await expect.poll(async () => (await context.cookies()).map((cookie) => cookie.name)).toContain('_fbp')
    await settled(page)
    expect(await page.locator('#ad-choices').isVisible()).toBe(false)
    await context.close()
  })
})
