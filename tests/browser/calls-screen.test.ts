import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { clockFrom, wednesday } from '#support/clock-from.ts'
import { expectSound, openDashboard, toastWith, windowsOfRun } from '#support/owner-dashboard.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { callMoment } from '#web/dashboard/time/clock-time.ts'

const site = await browseProduct({
  content: SiteContent.parse({ brand: { coach: 'Ana' } }),
  clock: clockFrom(wednesday),
})
const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement)
/** Waits until the dashboard hears of what is changed elsewhere as it happens. */
const hears = (page: Page) => page.getByText(/^live ·/).waitFor()
const slots = async (): Promise<string[]> =>
  (await site.product.browser().get('/api/calendar/slots')).body.slots

it.each(windowsOfRun)(
  '%s the owner sees who booked, and sets when calls can be booked',
  async (where, size) => {
    const visitor = site.product.browser()
    const [start = ''] = await slots()
    const email = `grace.elisabeth.okafor-lindqvist.${size.width}@a-company-with-a-long-name.example.com`
    await visitor.post('/api/calendar/bookings', {
      ...{ start, name: `Grace ${where}`, email, phone: '+12025550143' },
      note: 'I would like to talk about pricing.\nAnd about my knee.',
    })
    const { context, page, problems } = await openDashboard(site.browser, site.product.url, {
      search: '?tab=site&page=booked-calls',
      size,
    })
    await page.getByText(`Grace ${where}`, { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Move or cancel' }).first().waitFor()
    const note = page.getByText('about pricing').first()
    expect(await note.evaluate((text) => getComputedStyle(text).whiteSpace)).toBe('pre-line')
    const pastItsColumn = await page.getByRole('link', { name: email }).evaluate((link) => {
      const text = document.createRange()
      text.selectNodeContents(link)
      const column = link.closest('div')?.getBoundingClientRect()
      return text.getBoundingClientRect().right - (column?.right ?? 0)
    })
    expect(pastItsColumn).toBeLessThanOrEqual(0)
    // By the clock of the hours below, whatever timezone the dashboard counts days in.
    const whose = async (timezone: string) => {
      await page.getByLabel('Your timezone').selectOption(timezone)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const booked = page.getByRole('list', { name: 'Upcoming' }).locator(`time[datetime="${start}"]`)
      await expect.poll(() => booked.textContent()).toBe(callMoment(start, timezone))
    }
    await whose('Asia/Tokyo')
    await whose('America/Los_Angeles')
    await page.getByRole('button', { name: 'Add hours on Saturday' }).click()
    await page.getByLabel('Saturday from').fill('10:00')
    await page.getByLabel('Saturday to').fill('09:00')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saturday: must end after it begins.').waitFor()
    await expectSound(page)
    await page.getByLabel('Saturday to').fill('12:00')
    await page.getByLabel('Pause between calls').selectOption('0')
    await page.getByLabel('Where it takes place').fill('https://zoom.us/j/1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toastWith(page, 'Saved')
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
      await expectSound(page)
    }
    // Saturday, 10:00 in Los Angeles.
    await expect.poll(slots).toContain('2026-11-21T18:00:00.000Z')
    await page.getByLabel('Private iCal address').fill('https://10.0.0.1/x.ics')
    await page.getByRole('button', { name: 'Save and read' }).click()
    await page.getByText('This address leads into a private network').waitFor()
    const feed = await page.getByLabel('Address of the feed').inputValue()
    expect(feed).toMatch(/\/calendar\/[\w-]{43}\.ics$/)
    await page.getByRole('button', { name: 'Make a new address' }).click()
    // The one that calendar apps read ends for good: nothing happens before a yes.
    await page.getByText('Calendar apps that read the address of now').waitFor()
    expect(await page.getByLabel('Address of the feed').inputValue()).toBe(feed)
    await page.getByRole('button', { name: 'Make it' }).click()
    await toastWith(page, 'The feed has a new address')
    await expect.poll(() => page.getByLabel('Address of the feed').inputValue()).not.toBe(feed)
    await expectSound(page)
    // The second window begins as the first one did.
    await page.getByRole('button', { name: 'Take 10:00 to 12:00 out of Saturday' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(slots).not.toContain('2026-11-21T18:00:00.000Z')
    expect(problems).toEqual([])
    await context.close()
  },
)

thoroughTest(
  'keeps hours that are not saved, says so, and saves them beside the days that another window saved',
  async () => {
    const owner = await site.product.owner()
    const rules = async () => (await owner.get('/api/calendar/setup')).body.rules
    const { week: before } = await rules()
    const { context, page, problems } = await openDashboard(site.browser, site.product.url, {
      search: '?tab=site',
      size: windowsOfRun[0]?.[1],
    })
    await page.getByRole('searchbox', { name: /Find any text/ }).fill('days off')
    await page.getByRole('list', { name: 'Found' }).getByRole('link', { name: 'Calls' }).click()
    const notSaved = page.getByText('not saved yet')
    await page.getByLabel('Monday from').first().fill('10:30')
    // As the browser reads 12/24/26.
    await page.getByLabel('Day', { exact: true }).fill('0026-12-24')
    await page.getByRole('button', { name: 'Add as a day off' }).click()
    await page.getByRole('button', { name: 'Back to regular hours on Thu, Dec 24, 2026' }).waitFor()
    await expect.poll(() => notSaved.isVisible()).toBe(true)
    await expectSound(page)
    // As when a session ends, or another screen is looked at.
    await page.reload()
    await expect.poll(() => page.getByLabel('Monday from').first().inputValue()).toBe('10:30')
    await expect.poll(() => notSaved.isVisible()).toBe(true)
    await hears(page)
    await sendJson(owner, 'PUT', '/api/calendar/setup', {
      week: before.map((hours: unknown, index: number) => (index === 1 ? [] : hours)),
      days: [{ date: '2026-12-26', hours: [] }],
    })
    await page.getByRole('button', { name: 'Back to regular hours on Sat, Dec 26, 2026' }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toastWith(page, 'Saved')
    const saved = await rules()
    const daysOf = ({ days }: { days: { date: string }[] }) => days.map(({ date }) => date)
    expect(saved.week[0][0]).toEqual({ from: '10:30', to: '12:00' })
    expect(saved.week[1]).toEqual([])
    expect(daysOf(saved)).toEqual(['2026-12-24', '2026-12-26'])
    // A day that is typed and not added is a day off all the same, and Enter adds it.
    await page.getByLabel('Day', { exact: true }).fill('2026-12-31')
    await page.getByLabel('Day', { exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Back to regular hours on Thu, Dec 31, 2026' }).waitFor()
    // Whoever works by keyboard goes on from where a day or hours are taken out: their button goes with them.
    await page.getByLabel('Day', { exact: true }).fill('2026-12-30')
    await page.getByLabel('Day', { exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Back to regular hours on Wed, Dec 30, 2026' }).press('Enter')
    await expect.poll(() => hasFocus(page.getByLabel('Day', { exact: true }))).toBe(true)
    await page.getByRole('button', { name: 'Add hours on Sunday' }).click()
    await page.getByRole('button', { name: /out of Sunday$/ }).press('Enter')
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Add hours on Sunday' }))).toBe(true)
    await page.getByLabel('Day', { exact: true }).fill('0027-01-01')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(async () => daysOf(await rules()))
      .toEqual(['2026-12-24', '2026-12-26', '2026-12-31', '2027-01-01'])
    await expect.poll(() => page.getByLabel('Day', { exact: true }).inputValue()).toBe('')
    await notSaved.waitFor({ state: 'detached' })
    // What is saved is kept for the tab no longer.
    await sendJson(owner, 'PUT', '/api/calendar/setup', { week: before, days: [] })
    await page.reload()
    await expect.poll(() => page.getByLabel('Monday from').first().inputValue()).toBe('09:00')
    expect(await notSaved.count()).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  },
)

thoroughTest('names the rule that leaves no time, before it is saved and after', async () => {
  const owner = await site.product.owner()
  const { rules: before } = (await owner.get('/api/calendar/setup')).body
  const short = Array.from({ length: 7 }, () => [{ from: '09:00', to: '09:30' }])
  await sendJson(owner, 'PUT', '/api/calendar/setup', { week: short, lengthMinutes: 30 })
  const { context, page, problems } = await openDashboard(site.browser, site.product.url, {
    search: '?tab=site&page=booked-calls',
    size: windowsOfRun[0]?.[1],
  })
  const reason = 'The call is 60 minutes long, and your hours are at most 30 minutes at a time.'
  await page.getByText(/times are free at the moment/).waitFor()
  await page.getByLabel('Length of a call').selectOption('60')
  await page
    .getByRole('status')
    .filter({ hasText: `No time would be free. ${reason}` })
    .waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(`No times are free at the moment. ${reason}`).waitFor()
  await expect.poll(() => page.getByText('No time would be free').count()).toBe(0)
  await sendJson(owner, 'PUT', '/api/calendar/setup', before)
  expect(problems).toEqual([])
  await context.close()
})

thoroughTest(
  'saves what was changed here, leaves what another window saved, and keeps what is chosen while it saves',
  async () => {
    const owner = await site.product.owner()
    const rules = async () => (await owner.get('/api/calendar/setup')).body.rules
    const { context, page, problems } = await openDashboard(site.browser, site.product.url, {
      search: '?tab=site&page=booked-calls',
    })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await page.getByLabel('Pause between calls').selectOption('45')
    await sendJson(owner, 'PUT', '/api/calendar/setup', { mostPerDay: 3 })
    const arrived = Promise.withResolvers<void>()
    const allowed = Promise.withResolvers<void>()
    await page.route('**/api/calendar/setup', async (route) => {
      if (route.request().method() === 'PUT') {
        arrived.resolve()
        await allowed.promise
      }
      await route.continue()
    })
    await save.click()
    await arrived.promise
    await page.getByLabel('Minimum notice').selectOption('48')
    allowed.resolve()
    await toastWith(page, 'Saved')
    expect(await rules()).toMatchObject({ pauseMinutes: 45, mostPerDay: 3, noticeHours: 4 })
    await sendJson(owner, 'PUT', '/api/calendar/setup', { pauseMinutes: 5 })
    await save.click()
    await expect.poll(rules).toMatchObject({ pauseMinutes: 5, mostPerDay: 3, noticeHours: 48 })
    await expect.poll(() => page.getByLabel('Pause between calls').inputValue()).toBe('5')
    await expect.poll(() => save.isDisabled()).toBe(true)
    expect(problems).toEqual([])
    await context.close()
  },
)

ordinaryTest('goes on by keyboard in the last hours that a day has room for', async () => {
  const { context, page } = await openDashboard(site.browser, site.product.url, {
    search: '?tab=site&page=booked-calls',
    size: windowsOfRun[0]?.[1],
  })
  const add = page.getByRole('button', { name: 'Add hours on Sunday' })
  const from = page.getByLabel('Sunday from')
  await add.waitFor()
  for (let count = await from.count(); count < 8; count += 1) {
    await add.press('Enter')
    await from.nth(count).waitFor()
  }
  await add.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(from.nth(7))).toBe(true)
  await context.close()
})

thoroughTest(
  'takes a day of four-digit years alone, and names it in words where its hours are wrong',
  async () => {
    const { context, page, problems } = await openDashboard(site.browser, site.product.url, {
      search: '?tab=site&page=booked-calls',
    })
    const day = page.getByLabel('Day', { exact: true })
    const add = page.getByRole('button', { name: 'Add as a day off' })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await day.pressSequentially('122420266')
    expect(await day.inputValue()).toMatch(/^\d{4}-12-24$/)
    // As in browsers that do not keep to the field's last day.
    await day.evaluate((field) => field.removeAttribute('max'))
    await day.fill('20266-12-24')
    expect(await add.isDisabled()).toBe(true)
    await save.click()
    await page.getByText('20266-12-24: must be a day, such as 2026-12-24.').waitFor()
    await day.fill('2026-12-24')
    await add.click()
    await page.getByRole('button', { name: 'Add hours on Thu, Dec 24, 2026' }).click()
    await page.getByLabel('Thu, Dec 24, 2026 from').fill('10:00')
    await page.getByLabel('Thu, Dec 24, 2026 to').fill('09:00')
    await save.click()
    await page.getByText('Thu, Dec 24, 2026: must end after it begins.').waitFor()
    await expectSound(page)
    expect(problems).toEqual([])
    await context.close()
  },
)

thoroughTest(
  'asks before it forgets the calendar that keeps times busy, and says what became of it',
  async () => {
    await site.product.query(
      "update calendar_settings set busy_address = 'sealed', busy_host = 'calendar.example'",
    )
    const { context, page, problems } = await openDashboard(site.browser, site.product.url, {
      search: '?tab=site&page=booked-calls',
    })
    await page.getByText('Set: a calendar at calendar.example.').waitFor()
    await page.getByRole('button', { name: 'Remove the calendar…' }).click()
    await page.getByText('can be booked again').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Keep', exact: true }).click()
    await page.getByText('Set: a calendar at calendar.example.').waitFor()
    await page.getByRole('button', { name: 'Remove the calendar…' }).click()
    await page.getByRole('button', { name: 'Remove it' }).click()
    await toastWith(page, 'Calendar removed')
    await page.getByText('Set: a calendar at calendar.example.').waitFor({ state: 'detached' })
    // The focus goes on once all of it is drawn.
    await expect.poll(() => hasFocus(page.getByRole('heading', { name: 'Avoid double bookings' }))).toBe(true)
    expect(problems).toEqual([])
    await context.close()
  },
)

thoroughTest.each([
  ['heard of nothing', false],
  ['saw it come', true],
] as const)('says so before it saves over what another window saved, where it %s', async (_what, sees) => {
  const owner = await site.product.owner()
  const rules = async () => (await owner.get('/api/calendar/setup')).body.rules
  const before = await rules()
  const { context, page } = await openDashboard(site.browser, site.product.url, {
    ...{ search: '?tab=site&page=booked-calls', size: windowsOfRun[0]?.[1] },
  })
  if (sees) await hears(page)
  else {
    await page.route('**/api/live', (route) => route.abort())
    await page.reload()
  }
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.getByLabel('Monday from').first().fill('10:30')
  const theirs = [{ from: '14:00', to: '18:00' }]
  const changed = { week: [theirs, theirs, ...before.week.slice(2)], days: [], pauseMinutes: 5 }
  expect((await sendJson(owner, 'PUT', '/api/calendar/setup', changed)).status).toBe(200)
  if (!sees) {
    await save.click()
    await page.getByText('These rules were changed meanwhile.').waitFor()
    expect(await rules()).toEqual({ ...before, ...changed })
  }
  await page.getByText('Monday was changed elsewhere meanwhile.').waitFor()
  await page.getByText('it says now: “14:00–18:00”').waitFor()
  expect(await page.getByText('was changed elsewhere').count()).toBe(1)
  await expectSound(page)
  await save.click()
  await toastWith(page, 'Saved')
  const [monday] = before.week
  const mine = monday.map((hours: object, index: number) =>
    index === 0 ? { ...hours, from: '10:30' } : hours,
  )
  expect(await rules()).toEqual({ ...before, ...changed, week: [mine, theirs, ...before.week.slice(2)] })
  await expect.poll(() => page.getByText('was changed elsewhere').count()).toBe(0)
  // What is saved is no longer held against what others save.
  await sendJson(owner, 'PUT', '/api/calendar/setup', before)
  await page.reload()
  await page.getByLabel('Monday from').first().fill('11:00')
  expect(await page.getByText('was changed elsewhere').count()).toBe(0)
  await context.close()
})

ordinaryTest(
  'lists calls to come after a week that was fuller than the list, and says where it ends',
  async () => {
    const day = 86_400_000
    const from = Date.parse(wednesday)
    const starts = Array.from(
      { length: 620 },
      (_one, index) =>
        new Date(index < 310 ? from - 6 * day + index * 60_000 : from + 30 * day + index * 60_000),
    )
    await site.product.query(
      `with made as (insert into external_events (id, kind, key, at)
        select gen_random_uuid(), 'booking', 'full ' || start, start from unnest($1::timestamptz[]) start returning *)
      insert into bookings (id, uid, status, start_at, attendee_name, reported_at)
        select id, key, 'booked', at, 'Of a full week', at from made`,
      [starts],
    )
    const [row] = await site.product.query(
      "select count(*)::integer as count from bookings where status = 'booked' and start_at > $1",
      [new Date(from - 7 * day)],
    )
    const { context, page } = await openDashboard(site.browser, site.product.url, {
      ...{ search: '?tab=site&page=booked-calls', size: windowsOfRun[0]?.[1] },
    })
    const times = (list: string) =>
      page
        .getByRole('list', { name: list })
        .locator('time')
        .evaluateAll((all) => all.map((one) => one.getAttribute('datetime')))
    await expect.poll(async () => (await times('Upcoming')).length).toBe(300)
    expect(await times('Upcoming')).toContain(starts[310]?.toISOString())
    const past = await times('The last seven days: did they take place?')
    expect([past.length, past[0]]).toEqual([300, starts[309]?.toISOString()])
    await page.getByText(`Only the 600 nearest to now are listed, of ${row?.count}.`).waitFor()
    await site.product.query("delete from bookings where uid like 'full %'")
    await context.close()
  },
)
