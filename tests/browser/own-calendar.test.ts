import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import {
  accessibilityProblems,
  comesAlive,
  holdAsset,
  isWiderThanWindow,
  layoutShift,
  openVisitor,
} from '#support/chromium.ts'
import { clockFrom, wednesday } from '#support/clock-from.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'

const site = await browseProduct({
  content: SiteContent.parse({ brand: { coach: 'Ana', email: 'help@coach.example' } }),
  clock: clockFrom(wednesday),
})
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } }

async function open(path: string, size: keyof typeof sizes, more: { javaScript?: boolean } = {}) {
  const visit = await openVisitor(site.browser, { size: sizes[size], ...more })
  await visit.page.goto(site.product.url + path)
  return visit
}

const isSound = async (page: Page) => {
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
}
const callOf = async (email: string) =>
  (await site.product.query('select * from calendar_bookings where email = $1', [email]))[0]

describe.each(shareOf(['phone', 'desk'] as const))('on a %s', (size) => {
  it('a visitor books a call, then moves it and cancels it', async () => {
    const email = `${size}@example.com`
    const { context, page, problems } = await open('/bookstrategy', size)
    await comesAlive(page)
    await page.locator('.slot-time').first().waitFor()
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01)
    await isSound(page)
    await page.locator('.slot-day input').nth(1).check()
    await page.locator('.slot-time').first().click()
    expect(await page.getByLabel('Full Name').evaluate((field) => field === document.activeElement)).toBe(
      true,
    )
    await page.getByRole('button', { name: 'Book this time' }).click()
    await page.getByText('Please enter your email address.').waitFor()
    await isSound(page)
    await page.getByLabel('Full Name').fill('Grace Okafor')
    await page.getByLabel('Email Address').fill(email)
    await page.getByRole('button', { name: 'Book this time' }).click()
    await page.waitForURL('**/callbooked?**')
    await page.getByRole('heading', { name: 'Call Successfully Booked!' }).waitFor()
    expect(page.url()).not.toContain('example.com')
    await page.getByText('Grace Okafor').waitFor()
    // No mail server is connected here, so no mail is promised.
    await page.getByText('Add the call to your calendar with the link below.').waitFor()
    expect(await page.getByText(/by email shortly|reminder comes/).count()).toBe(0)
    await page.getByRole('link', { name: 'Move or cancel this call' }).waitFor()
    await isSound(page)
    const booked = await callOf(email)
    expect(booked).toMatchObject({ state: 'booked', name: 'Grace Okafor' })

    await page.getByRole('link', { name: 'Move or cancel this call' }).click()
    await page.waitForURL('**/booking/**')
    await comesAlive(page)
    await page.locator('.slot-time').first().waitFor()
    await isSound(page)
    await page.locator('.slot-day input').nth(2).check()
    await page.locator('.slot-time').last().click()
    const hasMoved = page.getByRole('heading', { name: 'Your call has been moved' })
    await hasMoved.waitFor()
    // What was pressed is gone: whoever does not see the page hears what became of it.
    await expect.poll(() => hasMoved.evaluate((said) => said === document.activeElement)).toBe(true)
    const moved = await callOf(email)
    expect(moved?.start_at.getTime()).toBeGreaterThan(booked?.start_at.getTime())
    await page.getByRole('button', { name: 'Cancel the call' }).click()
    await page.getByRole('heading', { name: 'This call is cancelled' }).waitFor()
    await isSound(page)
    expect(await callOf(email)).toMatchObject({ state: 'cancelled' })
    expect(problems).toEqual([])
    await context.close()
  })
})

thoroughTest('leads to the plain form where the picker fails while it is drawn', async () => {
  const { context, page, problems } = await open('/bookstrategy', 'phone')
  await comesAlive(page)
  await page.locator('.slot-time').first().waitFor()
  await page.evaluate(() => {
    for (const name of ['format', 'formatToParts'] as const)
      Object.defineProperty(Intl.DateTimeFormat.prototype, name, {
        get() {
          throw new Error('none here')
        },
      })
    // At once: drawn again by itself meanwhile, it would have failed before the press.
    document.querySelectorAll<HTMLInputElement>('.slot-day input')[1]?.click()
  })
  await page.locator('.slot-plain').click()
  await page.waitForURL('**/booking')
  expect(problems.join()).toContain('none here')
  await context.close()
})

thoroughTest(
  'a browser that stores nothing is led to its call all the same, also after a reload',
  async () => {
    const { context, page } = await openVisitor(site.browser)
    await page.addInitScript(() => {
      for (const area of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, area, {
          get() {
            throw new DOMException('no storage', 'SecurityError')
          },
        })
    })
    await page.goto(`${site.product.url}/bookstrategy`)
    await comesAlive(page)
    await page.locator('.slot-time').first().click()
    await page.getByLabel('Full Name').fill('Ines Duarte')
    await page.getByLabel('Email Address').fill('ines@example.com')
    await page.getByRole('button', { name: 'Book this time' }).click()
    await page.waitForURL('**/callbooked?**')
    const wayToChange = page.getByRole('link', { name: 'Move or cancel this call' })
    await wayToChange.waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await page.reload()
    await wayToChange.click()
    await page.getByRole('button', { name: 'Cancel the call' }).waitFor()
    expect(await callOf('ines@example.com')).toMatchObject({ state: 'booked' })
    await context.close()
  },
)

thoroughTest('a call is booked with what an autofill wrote into the fields without a word', async () => {
  const { context, page } = await open('/bookstrategy', 'phone')
  await comesAlive(page)
  await page.locator('.slot-time').first().click()
  for (const [label, value] of [
    ['Full Name', 'Noor Haddad'],
    ['Email Address', 'noor@example.com'],
  ] as const)
    await page.getByLabel(label).evaluate((field, text) => {
      if (field instanceof HTMLInputElement) field.value = text
    }, value)
  await page.getByLabel('Phone').pressSequentially('+971 50 123 4567')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.waitForURL('**/callbooked?**')
  expect(await callOf('noor@example.com')).toMatchObject({ name: 'Noor Haddad', phone: '+971501234567' })
  await context.close()
})

thoroughTest('whoever mends one field keeps the focus in it, key by key', async () => {
  const { context, page } = await open('/bookstrategy', 'phone')
  await comesAlive(page)
  await page.locator('.slot-time').first().click()
  const name = page.getByLabel('Full Name')
  const email = page.getByLabel('Email Address')
  const book = page.getByRole('button', { name: 'Book this time' })
  const hasFocus = (field: typeof name) => field.evaluate((one) => one === document.activeElement)
  await book.click()
  await page.getByText('Please enter your email address.').waitFor()
  expect(await hasFocus(name)).toBe(true)
  await page.keyboard.type('Ada')
  expect(await name.inputValue()).toBe('Ada')
  await email.fill('ada@gmail')
  await book.click()
  await page.locator('.detail-error').waitFor()
  expect(await hasFocus(email)).toBe(true)
  await page.keyboard.press('End')
  await page.keyboard.type('.com')
  expect(await email.inputValue()).toBe('ada@gmail.com')
  expect(await name.inputValue()).toBe('Ada')
  await context.close()
})

thoroughTest('whoever was not the first is told at once, and picks another time', async () => {
  const { context, page } = await open('/bookstrategy', 'phone')
  await comesAlive(page)
  const time = page.locator('.slot-time').first()
  const label = (await time.textContent()) ?? ''
  await time.click()
  await page.getByLabel('Full Name').fill('Second')
  await page.getByLabel('Email Address').fill('second@example.com')
  const rival = site.product.browser()
  const [start] = (await rival.get('/api/calendar/slots')).body.slots
  await rival.post('/api/calendar/bookings', { start, name: 'First', email: 'first@example.com' })
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.getByRole('alert').filter({ hasText: 'This time is no longer free. These are still' }).waitFor()
  await isSound(page)
  await page.locator('.slot-time').first().click()
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Second')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.waitForURL('**/callbooked?**')
  expect(label).not.toBe('')

  await page.goto(`${site.product.url}/bookstrategy`)
  await comesAlive(page)
  const none = { slots: [], lengthMinutes: 30, timezone: 'UTC' }
  await page.route('**/api/calendar/bookings', (route) => route.fulfill({ status: 409, json: none }))
  await page.locator('.slot-time').first().click()
  await page.getByLabel('Full Name').fill('Too Late')
  await page.getByLabel('Email Address').fill('too-late@example.com')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.getByRole('alert').filter({ hasText: 'All times are taken' }).waitFor()
  expect(await page.getByText('still available').count()).toBe(0)
  await context.close()
})

ordinaryTest('a keyboard is enough: days by arrows, the rest by Tab and Enter', async () => {
  const { context, page } = await open('/bookstrategy', 'desk')
  await comesAlive(page)
  await page.locator('.slot-time').first().waitFor()
  await page.getByLabel('Times shown in').focus()
  await page.keyboard.press('Tab')
  const days = page.locator('.slot-day input')
  expect(await days.first().evaluate((day) => day === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowRight')
  expect(await days.nth(1).isChecked()).toBe(true)
  // As on a screen of high contrast, which leaves no other colours to tell it by.
  await page.emulateMedia({ forcedColors: 'active' })
  const grounds = await page
    .locator('label.slot-day')
    .evaluateAll((all) => all.slice(0, 3).map((day) => getComputedStyle(day).backgroundColor))
  expect(grounds[1]).not.toBe(grounds[0])
  expect(grounds[2]).toBe(grounds[0])
  const edges = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => [...new Set(all.map((day) => getComputedStyle(day).borderTopWidth))])
  expect(await edges('.slot-day:has(input)')).toEqual(['1px'])
  expect(await edges('.slot-day-none')).toEqual(['0px'])
  expect(
    await page.locator('.meet-letter .button').evaluate((button) => getComputedStyle(button).borderTopWidth),
  ).toBe('1px')
  await page.emulateMedia({ forcedColors: 'none' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Keys Only')
  await page.keyboard.press('Tab')
  await page.keyboard.type('keys@example.com')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/callbooked?**')
  expect(await callOf('keys@example.com')).toMatchObject({ name: 'Keys Only' })
  await context.close()
})

thoroughTest('times are shown in the timezone that the visitor chooses', async () => {
  const { context, page } = await open('/bookstrategy', 'phone')
  await comesAlive(page)
  await page.locator('.slot-time').first().waitFor()
  await page.getByLabel('Times shown in').selectOption('Asia/Tokyo')
  const [start] = (await site.product.browser().get('/api/calendar/slots')).body.slots
  const shown = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'Asia/Tokyo',
  }).format(new Date(start))
  await page.locator('.slot-time').first().getByText(shown).waitFor()
  await context.close()
})

thoroughTest('whoever booked keeps their timezone when the coach moves the call', async () => {
  const email = 'far-away@example.com'
  const zone = async () => (await callOf(email))?.timezone
  const { context, page } = await open('/bookstrategy', 'phone')
  await comesAlive(page)
  await page.locator('.slot-time').first().waitFor()
  await page.getByLabel('Times shown in').selectOption('Asia/Tokyo')
  await page.locator('.slot-time').first().click()
  await page.getByLabel('Full Name').fill('Far Away')
  await page.getByLabel('Email Address').fill(email)
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.waitForURL('**/callbooked?**')
  expect(await zone()).toBe('Asia/Tokyo')
  const manage = (await page.getByRole('link', { name: 'Move or cancel' }).getAttribute('href')) ?? ''

  const coach = await open(manage, 'desk')
  const move = async (on: Page, day: number) => {
    await comesAlive(on)
    await on.locator('.slot-day input').nth(day).check()
    const answered = on.waitForResponse('**/move')
    await on.locator('.slot-time').last().click()
    expect((await answered).status()).toBe(200)
  }
  await move(coach.page, 1)
  expect(await zone()).toBe('Asia/Tokyo')
  // Whoever chooses one means it, in whichever browser, for as long as they are there.
  await coach.page.reload()
  await comesAlive(coach.page)
  await coach.page.getByLabel('Times shown in').selectOption('Europe/Paris')
  await move(coach.page, 2)
  expect(await zone()).toBe('Europe/Paris')
  await move(coach.page, 1)
  expect(await coach.page.getByLabel('Times shown in').inputValue()).toBe('Europe/Paris')
  expect(await zone()).toBe('Europe/Paris')
  await coach.context.close()

  // In the browser that booked it is that browser's, as on a journey.
  await page.goto(site.product.url + manage)
  await move(page, 3)
  expect(await zone()).toBe(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone))
  await context.close()
})

ordinaryTest(
  'a call that was cancelled elsewhere says so to whoever moves it, and offers no times',
  async () => {
    const { context, page, problems } = await open('/bookstrategy', 'phone')
    const booked = await page.evaluate(async () => {
      const send = async (path: string, body: unknown) => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
      }
      const { slots } = await (await fetch('/api/calendar/slots')).json()
      const details = { name: 'Two Tabs', email: 'two-tabs@example.com' }
      return send('/api/calendar/bookings', { ...details, start: slots[0] })
    })
    await page.goto(`${site.product.url}/booking/${booked.token}`)
    await comesAlive(page)
    await page.locator('.slot-day input').nth(1).check()
    await page.request.post(`${site.product.url}/api/calendar/bookings/${booked.token}/cancel`, { data: {} })
    await page.locator('.slot-time').first().click()
    const headline = page.getByRole('heading', { name: 'This call is cancelled' })
    await headline.waitFor()
    await expect.poll(() => headline.evaluate((said) => said === document.activeElement)).toBe(true)
    // It is said once.
    expect(await page.getByText(/call (is|was) cancelled/).count()).toBe(1)
    expect(await page.locator('.slot-time').count()).toBe(0)
    await page.getByRole('link', { name: 'Book another time' }).waitFor()
    await isSound(page)
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
    await context.close()
  },
)

ordinaryTest('fills in who somebody is where a slow network says so only after they were asked', async () => {
  const { context, page } = await openVisitor(site.browser, { size: sizes.phone })
  await page.clock.install()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/leads/by-fingerprint', async (route) => {
    await held.promise
    const lead = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+12025550143' }
    await route.fulfill({ json: { success: true, lead } })
  })
  await page.goto(`${site.product.url}/bookstrategy`)
  await comesAlive(page)
  await page.locator('.slot-time').first().click()
  // Longer than a calendar waits for it before it opens.
  await page.clock.runFor(5000)
  await page.getByLabel('Phone', { exact: false }).fill('202-555-0199')
  await page.getByRole('button', { name: 'Book this time' }).click()
  const missing = page.getByText('Please enter your email address.')
  await missing.waitFor()
  held.resolve()
  await missing.waitFor({ state: 'detached' })
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Ada Lovelace')
  expect(await page.getByLabel('Email Address').inputValue()).toBe('ada@example.com')
  // What was typed stays.
  expect(await page.getByLabel('Phone', { exact: false }).inputValue()).toBe('202-555-0199')
  await isSound(page)
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.waitForURL('**/callbooked?**')
  expect(await callOf('ada@example.com')).toMatchObject({ name: 'Ada Lovelace' })
  await context.close()
})

ordinaryTest('whoever comes back finds the call as it is by then, and no time that is theirs', async () => {
  const { context, page, problems } = await open('/bookstrategy', 'phone')
  const comeBack = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await comesAlive(page)
  const times = page.locator('.slot-time')
  await times.nth(2).waitFor()
  const picked = await times.nth(2).textContent()
  await times.nth(2).click()
  await page.getByLabel('Full Name').fill('Comes Back')
  await page.getByLabel('Email Address').fill('comes-back@example.com')
  // The page stays as the browser keeps it for Back.
  let confirmation = ''
  await page.route('**/callbooked?**', async (route) => {
    confirmation = route.request().url()
    await route.fulfill({ status: 204 })
  })
  await page.getByRole('button', { name: 'Book this time' }).click()
  await expect.poll(() => confirmation).not.toBe('')
  await comeBack()
  await times.first().waitFor()
  expect(await times.allTextContents()).not.toContain(picked)

  await page.unrouteAll()
  await page.goto(confirmation)
  const manage = await page.getByRole('link', { name: 'Move or cancel' }).getAttribute('href')
  const time = page.locator('[data-row="time"] dd')
  const before = await time.textContent()
  const call = `${site.product.url}/api/calendar${manage?.replace('booking', 'bookings')}`
  const { slots } = await (await page.request.get(`${call}/slots`)).json()
  const headers = { origin: site.product.url }
  await page.request.post(`${call}/move`, { data: { start: slots.at(-1) }, headers })
  await page.reload()
  await expect.poll(() => time.textContent()).not.toBe(before)
  await page.getByText('Confirmed').waitFor()
  await page.request.post(`${call}/cancel`, { data: {}, headers })
  await comeBack()
  await page.getByRole('heading', { name: 'This call is cancelled' }).waitFor()
  await page.getByRole('link', { name: 'Book another time' }).waitFor()
  expect(await page.getByText('Confirmed').count()).toBe(0)
  await isSound(page)
  expect(problems).toEqual([])
  await context.close()
})

thoroughTest('weeks without times lead on to those that have some, and back', async () => {
  const { context, page } = await openVisitor(site.browser, { size: sizes.phone })
  // As while the coach is away.
  await page.route('**/api/calendar/slots', async (route) => {
    const answer = await route.fetch()
    const { slots, ...rest } = await answer.json()
    const [first = ''] = slots
    const afterwards = new Date(Date.parse(first) + 12 * 7 * 86_400_000).toISOString()
    await route.fulfill({ response: answer, json: { ...rest, slots: [first, afterwards] } })
  })
  await page.goto(`${site.product.url}/bookstrategy`)
  await comesAlive(page)
  await page.locator('.slot-time').first().waitFor()
  const later = page.getByRole('button', { name: 'Later days' })
  await later.click()
  await page.getByText('No free times in these weeks').waitFor()
  expect(await page.locator('.slot-time').count()).toBe(0)
  await page.getByLabel('Times shown in').waitFor()
  await isSound(page)
  // At either end its button goes, and whoever works by keyboard goes on from the other one.
  const hasFocus = (button: Locator) => button.evaluate((one) => one === document.activeElement)
  const earlier = page.getByRole('button', { name: 'Earlier days' })
  await later.press('Enter')
  await page.locator('.slot-time').first().waitFor()
  expect(await hasFocus(earlier)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('No free times in these weeks').waitFor()
  expect(await hasFocus(earlier)).toBe(true)
  await page.keyboard.press('Enter')
  await page.locator('.slot-time').first().waitFor()
  expect(await hasFocus(later)).toBe(true)
  await context.close()
})

thoroughTest.each(['/bookstrategy', '/booking'])(
  'times of %s are shown in UTC where the browser names a timezone that is none',
  async (path) => {
    const { context, page, problems } = await openVisitor(site.browser, { size: sizes.phone })
    await page.addInitScript(() => {
      Object.assign(globalThis, { Temporal: { Now: { timeZoneId: () => 'Etc/Unknown' } } })
    })
    await page.goto(site.product.url + path)
    await comesAlive(page)
    await page.locator('.slot-time').first().waitFor()
    expect(await page.getByLabel('Times shown in').inputValue()).toBe('UTC')
    expect(problems).toEqual([])
    await context.close()
  },
)

it.each(shareOf(['phone', 'desk'] as const))(
  'without scripts, on a %s, plain forms do all of it',
  async (size) => {
    const { context, page } = await open('/bookstrategy', size, { javaScript: false })
    await page.getByRole('link', { name: 'See available times' }).click()
    await page.waitForURL('**/booking')
    expect(await isWiderThanWindow(page)).toBe(false)
    await page.getByLabel('Full Name').fill('Plain Form')
    await page.getByLabel('Email Address').fill(`plain-${size}@example.com`)
    await page.getByRole('button', { name: 'Book this time' }).click()
    await page.getByRole('alert').filter({ hasText: 'Please pick a time.' }).waitFor()
    await page.locator('.plain-times summary').nth(1).click()
    await page.locator('.plain-time:visible').first().click()
    await page.getByRole('button', { name: 'Book this time' }).click()
    await page.getByRole('heading', { name: 'Call Successfully Booked!' }).waitFor()
    await page.locator('.plain-times summary').first().click()
    await page.locator('.plain-time:visible').first().click()
    await page.getByRole('button', { name: 'Move my call to this time' }).click()
    await page.getByRole('heading', { name: 'Your call has been moved' }).waitFor()
    await page.getByRole('button', { name: 'Cancel the call' }).click()
    await page.getByRole('heading', { name: 'This call is cancelled' }).waitFor()
    await context.close()
  },
)

thoroughTest('a plain form that somebody has begun to fill in stays, and books', async () => {
  const { context, page } = await openVisitor(site.browser, { size: sizes.phone })
  const come = await holdAsset(context, 'booking-desk')
  await page.goto(`${site.product.url}/booking`)
  await page.locator('.plain-times summary').nth(2).click()
  await page.locator('.plain-time:visible').first().click()
  await page.getByLabel('Full Name').focus()
  await page.keyboard.type('Slow ')
  come()
  await comesAlive(page)
  await page.keyboard.type('Network')
  await page.getByLabel('Email Address').fill('slow@nowhere')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.locator('.detail-error').waitFor()
  await comesAlive(page)
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Slow Network')
  // What the app's menu opens in the phone's own browser, and a reload asks for.
  expect(page.url()).toBe(`${site.product.url}/booking`)
  await page.getByLabel('Email Address').fill('slow@example.com')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.getByRole('heading', { name: 'Call Successfully Booked!' }).waitFor()
  expect(await callOf('slow@example.com')).toMatchObject({ name: 'Slow Network', state: 'booked' })
  await context.close()
})

thoroughTest('the two-step page books in its dialog, with what this browser told before', async () => {
  const { context, page } = await openVisitor(site.browser, { size: sizes.phone })
  await page.goto(`${site.product.url}/thankyoucall?email=dialog%40example.com&name=Dia+Log`)
  await comesAlive(page)
  await page.locator('.book-button').click()
  await page.locator('#booking .slot-time').first().click()
  expect(await page.getByLabel('Email Address').inputValue()).toBe('dialog@example.com')
  await isSound(page)
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.waitForURL('**/callbooked?**')
  expect(await callOf('dialog@example.com')).toMatchObject({ name: 'Dia Log', state: 'booked' })
  await context.close()
})
