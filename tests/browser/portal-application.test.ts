import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { openVisitor } from '#support/chromium.ts'
import { contentEditor } from '#support/content-editor.ts'
import { portalContent } from '#support/portal-content.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import { stopClock } from '#support/training-site.ts'

const { product, browser } = await browseProduct({ content: portalContent() })

const panel = (page: Page) => page.getByRole('tabpanel')
const selected = (page: Page) => page.getByRole('tab', { selected: true })
const open = (page: Page, fragment = '', from = product) => page.goto(`${from.url}/trainingportal${fragment}`)

/** Runs a look at a portal in which nothing is connected yet. */
async function inEmptyPortal(look: (empty: RunningProduct) => Promise<void>): Promise<void> {
  const empty = await runProduct()
  try {
    await look(empty)
  } finally {
    await empty.end()
  }
}

/** Holds the portal's own script back until it is let go. */
async function holdScript(page: Page): Promise<() => void> {
  let letGo = () => {}
  const isFree = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/assets\/portal-[^/]+\.js$/, async (route) => {
    await isFree
    await route.continue()
  })
  return letGo
}

describe('the portal before its script has come', () => {
  ordinaryTest(
    'keeps every tap: the links work by themselves, and the application goes on from there',
    async () => {
      const { context, page, problems } = await openVisitor(browser)
      const letGo = await holdScript(page)
      await open(page)
      const week = page.getByRole('link', { name: 'Tools & Implementation' })
      await week.click()
      expect(await page.getByRole('heading', { name: 'Tool breakdown' }).count()).toBe(0)
      const film = page.getByRole('link', { name: 'Tool breakdown' })
      await film.waitFor()
      expect(await film.getAttribute('href')).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\//)
      expect(await page.getByRole('button').count()).toBe(0)
      letGo()
      await selected(page).filter({ hasText: 'Week 2' }).waitFor()
      await page.getByText('Tools & Implementation Active').waitFor()
      expect(await film.getAttribute('href')).toBe('#week2-video2')
      expect(problems).toEqual([])
      await context.close()
    },
  )

  thoroughTest.each([
    ['the stage', /^Play Week 2 live session/, 'iframe[src*="portal-x105"][src*="start=75"]'],
    ['the way on', /^Start here/, 'iframe[src*="portal-x101"]'],
    ['a thumbnail', /Tutorial Tool breakdown$/, '.film[aria-current]:has-text("Tool breakdown")'],
  ])('does what was pressed on %s once it is there', async (_where, link, done) => {
    const { context, page, problems } = await openVisitor(browser)
    await page.addInitScript(() => {
      // A frame whose host is blocked has no storage.
      if (window === top)
        localStorage.setItem('studyRecord', '{"done":[],"seconds":{"youtube:portal-x105":75}}')
    })
    const letGo = await holdScript(page)
    await open(page, '#week2')
    await page.getByRole('link', { name: link }).click()
    letGo()
    await panel(page).locator(done).waitFor()
    expect(new URL(page.url()).pathname).toBe('/trainingportal')
    expect(context.pages()).toHaveLength(1)
    expect(problems).toEqual([])
    await context.close()
  })

  ordinaryTest('does what was pressed last, and shows no other press as one that waits', async () => {
    const { context, page } = await openVisitor(browser)
    const letGo = await holdScript(page)
    await open(page, '#week2')
    for (const name of ['Platform deep dive', 'Tool breakdown'])
      await page.getByRole('link', { name }).click()
    letGo()
    await panel(page).locator('.film[aria-current]:has-text("Tool breakdown")').waitFor()
    expect(await page.locator('[aria-busy]').count()).toBe(0)
    await context.close()
  })

  thoroughTest('waits for another part of the page as long as for the first', async () => {
    const { context, page } = await openVisitor(browser)
    await page.clock.install()
    const letGo = await holdScript(page)
    await open(page, '#week2')
    await page.getByRole('link', { name: 'Tool breakdown' }).click()
    letGo()
    await panel(page).locator('.film[aria-current]:has-text("Tool breakdown")').waitFor()
    // No page has two parts that keep presses yet.
    await page.evaluate(() =>
      document.body.insertAdjacentHTML(
        'afterbegin',
        '<div data-island="another"><a data-keep href="#another">Another</a></div>',
      ),
    )
    // A slow machine would let more of the page's time go by than is let go by here.
    await stopClock(page)
    await page.clock.runFor(6000)
    await page.getByText('Another').click()
    await page.clock.runFor(6000)
    expect(await page.getByText('Another').getAttribute('aria-busy')).toBe('true')
    expect(new URL(page.url()).hash).not.toBe('#another')
    await page.clock.runFor(6000)
    expect(await page.getByText('Another').getAttribute('aria-busy')).toBe(null)
    expect(new URL(page.url()).hash).toBe('#another')
    await context.close()
  })

  thoroughTest('is not kept waiting where the visitor saves data', async () => {
    const { context, page } = await openVisitor(browser)
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
    await open(page)
    await page.getByRole('tablist').waitFor()
    await context.close()
  })

  thoroughTest('stands where it will stand: the video begins in the first third of a phone', async () => {
    const { context, page } = await openVisitor(browser)
    const top = () =>
      page
        .locator('.screen')
        .filter({ visible: true })
        .evaluate((screen) => screen.getBoundingClientRect().top)
    const letGo = await holdScript(page)
    await open(page, '#week1')
    const before = await top()
    expect(before).toBeLessThan(844 / 3)
    letGo()
    await page.getByRole('tablist').waitFor()
    expect(Math.abs((await top()) - before)).toBeLessThan(1)
    // With the longest title, and a place to go on from.
    await page.evaluate(() =>
      localStorage.setItem(
        'studyRecord',
        '{"done":[],"seconds":{"youtube:portal-x108":4205},"last":"youtube:portal-x108"}',
      ),
    )
    await open(page, '#week2')
    await page.reload()
    await page.getByText('at 1:10:05').first().waitFor()
    expect(await top()).toBeLessThan(844 / 3)
    await context.close()
  })
})

describe('the portal at work', () => {
  it.each(shareOf(['', '#week3', '#week2-video2']))(
    'takes over at “%s” without a difference to what was drawn',
    async (fragment) => {
      const { context, page } = await openVisitor(browser)
      const said: string[] = []
      page.on('pageerror', (error) => said.push(error.message))
      page.on('console', (message) => said.push(message.text()))
      await page.addInitScript(() =>
        localStorage.setItem(
          'studyRecord',
          '{"done":["youtube:portal-x101"],"seconds":{"youtube:portal-x106":760},"last":"youtube:portal-x106"}',
        ),
      )
      await open(page, fragment)
      await page.getByText('1 of 17 videos done').waitFor()
      await page.waitForLoadState('networkidle')
      expect(said).toEqual([])
      await context.close()
    },
  )

  thoroughTest(
    'shows the stage of the video that an address names, also where the browser scrolls smoothly',
    async () => {
      const { context, page } = await openVisitor(browser)
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await open(page, '#week2-video4')
      await page.getByRole('tablist').waitFor()
      await page.waitForLoadState('networkidle')
      const { y = -1 } = (await panel(page).locator('.screen').boundingBox()) ?? {}
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(844 / 3)
      await context.close()
    },
  )

  thoroughTest(
    'shows what another tab has noted, also when it comes back from the browser’s cache',
    async () => {
      const { context, page } = await openVisitor(browser)
      await open(page)
      await page.getByText('0 of 17 videos done').waitFor()
      const other = await context.newPage()
      await open(other)
      await panel(other).getByRole('button', { name: 'Mark as done' }).click()
      await page.getByText('1 of 17 videos done').waitFor()
      await page.evaluate(() => {
        localStorage.setItem('studyRecord', '{"done":["youtube:portal-x101","wistia:media110"],"seconds":{}}')
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      })
      await page.getByText('2 of 17 videos done').waitFor()
      await context.close()
    },
  )

  thoroughTest('leaves a tap that asks for a tab of its own to the browser', async () => {
    const { context, page } = await openVisitor(browser, { size: { width: 1280, height: 900 } })
    await open(page)
    // The browser's own part, opening the tab, is done by hand: not every Chromium tells of such a tab.
    const pressed = page.evaluate(
      () =>
        new Promise<{ isLeft: boolean; address: string }>((resolve) => {
          addEventListener('click', (press) => {
            const isLeft = !press.defaultPrevented
            press.preventDefault()
            const link = press.target instanceof Element ? press.target.closest('a') : null
            resolve({ isLeft, address: link?.href ?? '' })
          })
        }),
    )
    await page.getByRole('tab', { name: 'Week 3' }).click({ modifiers: ['ControlOrMeta'] })
    const { isLeft, address } = await pressed
    expect(isLeft).toBe(true)
    const other = await context.newPage()
    await other.goto(address)
    await selected(other).filter({ hasText: 'Week 3' }).waitFor()
    expect(await selected(page).textContent()).toContain('Week 1')
    await context.close()
  })

  ordinaryTest('gives every control room for a thumb', async () => {
    const { context, page } = await openVisitor(browser)
    await open(page)
    await page.getByRole('tablist').waitFor()
    const small = await page
      .locator('[data-island=portal] :is(a, button)')
      .filter({ visible: true })
      .evaluateAll((controls) =>
        controls.flatMap((control) => {
          const { width, height } = control.getBoundingClientRect()
          return width < 44 || height < 44 ? [`${control.textContent} ${width} × ${height}`] : []
        }),
      )
    expect(small).toEqual([])
    await context.close()
  })
})

describe('a video that cannot play yet', () => {
  ordinaryTest('is not to be marked as done, and nobody is sent to it', () =>
    inEmptyPortal(async (empty) => {
      const { context, page, problems } = await openVisitor(browser)
      await open(page, '', empty)
      await panel(page).getByText('This video will play here soon').waitFor()
      await panel(page).getByRole('button', { name: 'Next' }).waitFor()
      expect(await page.getByRole('button', { name: 'Mark as done' }).count()).toBe(0)
      expect(await page.getByRole('progressbar').count()).toBe(0)
      expect(await page.getByText('Start here').count()).toBe(0)
      expect(problems).toEqual([])
      await context.close()
    }),
  )

  thoroughTest('does not count beside those that can', async () => {
    const { context, page } = await openVisitor(browser)
    const editor = contentEditor(await product.owner())
    const before = portalContent().portal.weeks
    await editor.live((draft) => {
      for (const week of draft.portal.weeks)
        for (const [index, video] of week.videos.entries())
          if (week.id !== 'week2' || index === 1) Object.assign(video, { embedUrl: '', wistiaId: '' })
    })
    await open(page)
    await page.getByText('0 of 3 videos done').waitFor()
    await page.getByRole('link', { name: 'Start here Week 2: Week 2 live session' }).click()
    await selected(page).filter({ hasText: '0 of 3 done' }).waitFor()
    await panel(page).getByRole('button', { name: 'Next' }).click()
    await panel(page).getByText('This video will play here soon').waitFor()
    expect(await panel(page).getByRole('button', { name: 'Mark as done' }).count()).toBe(0)
    await editor.live((draft) => {
      draft.portal.weeks = before
    })
    await context.close()
  })
})

describe('from the portal', () => {
  thoroughTest('leads back to the training that a member came from, and to the usual one else', async () => {
    const { context, page } = await openVisitor(browser)
    const back = page.getByRole('link', { name: 'Back to the training' })
    await open(page)
    await page.getByRole('tablist').waitFor()
    expect(await back.getAttribute('href')).toBe('/freetraining')
    await page.goto(`${product.url}/freetraining2`)
    await page.evaluate(() => location.assign('/trainingportal'))
    await page.getByRole('tablist').waitFor()
    await back.click()
    await page.waitForURL(`${product.url}/freetraining2`)
    await context.close()
  })

  ordinaryTest('leads members to the program by one quiet link, which the owner can take away', async () => {
    const { context, page } = await openVisitor(browser)
    await open(page)
    expect(await page.locator('a[href="/builder"]').count()).toBe(1)
    expect(await page.getByRole('main').textContent()).not.toMatch(/\$|spots|slots/)
    await page.getByRole('link', { name: 'See the live program' }).click()
    await page.waitForURL(`${product.url}/builder`)
    await page.getByText('For existing members only').waitFor()
    await contentEditor(await product.owner()).live((draft) => {
      draft.portal.program.isOffered = false
    })
    await open(page)
    await page.getByRole('tablist').waitFor()
    expect(await page.locator('a[href="/builder"]').count()).toBe(0)
    await context.close()
  })
})
