import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityProblems, isWiderThanWindow, openChromium, openVisitor } from '#support/chromium.ts'
import { contentEditor } from '#support/content-editor.ts'
import { filmFile, uploadFilm } from '#support/film-upload.ts'
import { portalContent } from '#support/portal-content.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'

const desk = { width: 1280, height: 900 }
const titles = [
  'Idea Extraction & Validation',
  'Tools & Implementation',
  'Implementation & Systems',
  'Growth & Scale',
]
let product: RunningProduct
let filmed: RunningProduct
let browser: Browser

beforeAll(async () => {
  product = await runProduct()
  filmed = await runProduct({ content: portalContent() })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await filmed?.end()
  await product?.end()
})

const portal = (page: Page) => page.goto(`${product.url}/trainingportal`)
const panel = (page: Page) => page.getByRole('tabpanel')
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })
const counter = (page: Page) => panel(page).locator('.counter').textContent()
const onStage = (page: Page) => panel(page).locator('.stage-title').textContent()

describe('the training portal', () => {
  ordinaryTest(
    'has four weeks as tabs: each with its title, its counts from the lists, and no fault in either theme',
    async () => {
      const { context, page, problems } = await openVisitor(browser, { size: desk })
      await portal(page)
      expect(await page.title()).toBe('Training Portal')
      await page.getByText('Elite Member').waitFor()
      await page.getByRole('heading', { name: 'Training Modules' }).waitFor()
      const found: unknown[] = []
      for (const [index, title] of titles.entries()) {
        await page.getByRole('tab', { name: title }).click()
        await page.getByText(`${title} Active`).waitFor()
        expect(new URL(page.url()).hash).toBe(`#week${index + 1}`)
        found.push([
          await panel(page).locator('.film').count(),
          await panel(page).locator('.resource').count(),
          await panel(page).locator('.path-counts span').allTextContents(),
          await panel(page).locator('.path-steps li').count(),
        ])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await accessibilityProblems(page)).toEqual([])
        }
      }
      expect(found).toEqual([
        [4, 4, ['4 videos', '4 resources'], 4],
        [4, 4, ['4 videos', '4 resources'], 4],
        [5, 7, ['5 videos', '7 resources'], 4],
        [4, 4, ['4 videos', '4 resources'], 4],
      ])
      expect(await page.getByText('Secure Portal').isVisible()).toBe(true)
      expect(await page.getByText('SSL Protected').isVisible()).toBe(true)
      expect(problems).toEqual([])
      await context.close()
    },
  )

  ordinaryTest('moves through the tabs by keyboard, and Back leads to the week before', async () => {
    const { context, page } = await openVisitor(browser, { size: desk })
    await portal(page)
    await page.getByRole('tab', { name: 'Week 1' }).focus()
    await page.keyboard.press('ArrowRight')
    const open = page.getByRole('tab', { selected: true })
    expect(await open.textContent()).toContain('Week 2')
    // As on a screen of high contrast, which leaves no colours to tell it by.
    await page.emulateMedia({ forcedColors: 'active' })
    expect(
      await open.locator('.tab-label').evaluate((label) => getComputedStyle(label).textDecorationLine),
    ).toBe('underline')
    await page.emulateMedia({ forcedColors: 'none' })
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    expect(await page.locator(':focus').textContent()).toContain('Week 4')
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toContain('Previous')
    await page.goBack()
    expect(await page.getByRole('tab', { selected: true }).textContent()).toContain('Week 1')
    await context.close()
  })

  ordinaryTest('opens the week and the video that a link names', async () => {
    const { context, page } = await openVisitor(browser)
    await page.goto(`${product.url}/trainingportal#week3-video4`)
    expect(await counter(page)).toBe('4 of 5')
    expect(await onStage(page)).toBe('Product-launch sites, a deep dive')
    expect(await panel(page).locator('.film[aria-current]').textContent()).toContain('Product-launch')
    await context.close()
  })

  it.each(
    shareOf([
      ['goes round', 1, 4],
      ['goes round', 2, 4],
      ['goes round', 4, 4],
    ]),
  )('%s at the ends of week %d', async (_how, week, count) => {
    const { context, page } = await openVisitor(browser)
    await page.goto(`${product.url}/trainingportal#week${week}`)
    await button(page, 'Previous').click()
    expect(await counter(page)).toBe(`${count} of ${count}`)
    await button(page, 'Next').click()
    expect(await counter(page)).toBe(`1 of ${count}`)
    await context.close()
  })

  thoroughTest('stops at the ends of week 3, where the keyboard keeps its place', async () => {
    const { context, page } = await openVisitor(browser)
    await page.goto(`${product.url}/trainingportal#week3`)
    expect(await button(page, 'Previous').isDisabled()).toBe(true)
    await button(page, 'Next').focus()
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Enter')
    expect(await counter(page)).toBe('5 of 5')
    expect(await button(page, 'Next').isDisabled()).toBe(true)
    expect(await page.locator(':focus').textContent()).toContain('Previous')
    await context.close()
  })

  ordinaryTest('remembers what is done and where a member stopped, and leads on from there', async () => {
    const { context, page } = await openVisitor(browser)
    await page.goto(`${filmed.url}/trainingportal`)
    await page.getByRole('link', { name: 'Start here' }).waitFor()
    await button(page, 'Mark as done').click()
    await page.getByRole('link', { name: 'Next up Week 1: The idea you already have' }).waitFor()
    // As on a screen of high contrast, which leaves no other colours to tell it by.
    await page.emulateMedia({ forcedColors: 'active' })
    const pips = await page
      .getByRole('tab', { name: 'Week 1' })
      .locator('.pips i')
      .evaluateAll((all) => all.map((pip) => getComputedStyle(pip).backgroundColor))
    expect(pips.map((ground) => ground === pips[0])).toEqual([true, false, false, false])
    await page.emulateMedia({ forcedColors: 'none' })
    await page.getByRole('tab', { name: 'Week 2' }).click()
    await panel(page).getByRole('link', { name: 'Platform deep dive' }).click()
    await page.goto(`${filmed.url}/trainingportal`)
    await page.getByText('1 of 17 videos done').waitFor()
    expect(await page.getByRole('tab', { name: 'Week 1' }).textContent()).toContain('1 of 4 done')
    await page.getByRole('link', { name: 'Continue where you left off Week 2: Platform deep dive' }).click()
    expect(await onStage(page)).toBe('Platform deep dive')
    await page.getByRole('tab', { name: 'Week 1' }).click()
    await panel(page).getByRole('button', { name: 'Done' }).click()
    await page.getByText('0 of 17 videos done').waitFor()
    await context.close()
  })

  thoroughTest('keeps a lesson done whose film is replaced by a corrected cut', async () => {
    const owner = await filmed.owner()
    const editor = contentEditor(owner)
    const show = async (bytes: Buffer) => {
      const { address } = (await uploadFilm(filmed, owner, bytes)).body
      await editor.live((draft) => {
        const [, , video] = draft.portal.weeks[3]?.videos ?? []
        Object.assign(video ?? {}, { film: address })
      })
    }
    const before = (await editor.read()).draft
    await show(filmFile('minute.webm'))
    const { context, page } = await openVisitor(browser)
    await page.goto(`${filmed.url}/trainingportal#week4-video3`)
    await button(page, 'Mark as done').click()
    await page.getByText('1 of 17 videos done').waitFor()
    await show(filmFile('minute.webm'))
    await page.reload()
    await page.getByText('1 of 17 videos done').waitFor()
    await panel(page).getByRole('button', { name: 'Done' }).click()
    await page.reload()
    await button(page, 'Mark as done').waitFor()
    await page.getByText('0 of 17 videos done').waitFor()
    await editor.live((draft) => Object.assign(draft, before))
    await context.close()
  })

  thoroughTest('works where the browser forbids storage, and says that nothing is kept', async () => {
    const { context, page, problems } = await openVisitor(browser)
    await page.addInitScript(() => {
      for (const area of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, area, {
          get() {
            throw new DOMException('forbidden', 'SecurityError')
          },
        })
    })
    await page.goto(`${filmed.url}/trainingportal`)
    await page.getByText('This browser does not keep your progress between visits.').waitFor()
    await button(page, 'Mark as done').click()
    await page.getByText('1 of 17 videos done').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  ordinaryTest('shows all weeks, videos and resources as plain lists without JavaScript', async () => {
    const { context, page } = await openVisitor(browser, { javaScript: false })
    await page.goto(`${filmed.url}/trainingportal`)
    for (const title of titles)
      expect(await page.getByRole('heading', { name: title }).isVisible()).toBe(true)
    const films = page.locator('.film')
    expect(await films.count()).toBe(17)
    expect(await films.nth(16).isVisible()).toBe(true)
    expect(await films.nth(0).getAttribute('href')).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\//)
    expect(await films.nth(8).getAttribute('href')).toMatch(/^https:\/\/fast\.wistia\.net\/embed\/iframe\//)
    expect(await page.locator('.resource a[target=_blank]').count()).toBe(19)
    expect(await page.getByRole('button').count()).toBe(0)
    await context.close()
  })

  thoroughTest('is never wider than a small phone', async () => {
    const { context, page } = await openVisitor(browser, { size: { width: 320, height: 640 } })
    await portal(page)
    for (const title of titles) {
      await page.getByRole('tab', { name: title }).click()
      expect(await isWiderThanWindow(page), title).toBe(false)
    }
    await context.close()
  })
})

const youtube = `<!doctype html><title>a player that tells its time</title><script>
  addEventListener('message', (event) => {
    if (JSON.parse(event.data).event !== 'listening') return
    const tell = (info) => event.source.postMessage(JSON.stringify({ event: 'infoDelivery', info }), event.origin)
    tell({ currentTime: 760.4, playerState: 1 })
    if (location.search.includes('start=760')) tell({ playerState: 0 })
  })
</script>`
// Says where it is once it was asked to, and that it is over.
const vimeo = `<!doctype html><title>A video</title><script>
  const tell = (said) => parent.postMessage(JSON.stringify(said), '*')
  addEventListener('message', ({ data }) => {
    if (data.value !== 'ended') return
    tell({ event: 'timeupdate', data: { seconds: 80, duration: 90 } })
    tell({ event: 'ended', data: { seconds: 90, duration: 90 } })
  })
</script>`
const wistia = `customElements.define('wistia-player', class extends HTMLElement {
  currentTime = 0
  play() { this.dispatchEvent(new Event('play')) }
  connectedCallback() { setTimeout(() => this.dispatchEvent(new Event('api-ready'))) }
})`

describe('a video of the portal', () => {
  ordinaryTest(
    'loads nothing of YouTube before it is pressed, goes on at its second, and is done at its end',
    async () => {
      const { context, page, problems } = await openVisitor(browser)
      const asked: string[] = []
      await context.route('https://www.youtube-nocookie.com/**', (route) => {
        asked.push(route.request().url())
        return route.fulfill({ contentType: 'text/html', body: youtube })
      })
      await page.goto(`${filmed.url}/trainingportal#week2-video2`)
      await page.waitForTimeout(300)
      expect(asked).toEqual([])
      const isTold = page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            addEventListener('message', ({ data }) => String(data).includes('760.4') && resolve())
          }),
      )
      await panel(page).getByRole('link', { name: 'Play Tool breakdown' }).click()
      await page.frameLocator('.screen-player iframe').locator('html').waitFor({ state: 'attached' })
      expect(asked[0]).toContain('autoplay=1')
      expect(await accessibilityProblems(page)).toEqual([])
      await isTold
      // Another video on the stage ends this one and keeps its second.
      await button(page, 'Next').click()
      expect(await page.locator('.screen-player iframe').count()).toBe(0)
      await button(page, 'Previous').click()
      await panel(page).getByText('at 12:40').waitFor()
      await page.goto('about:blank')
      await page.goto(`${filmed.url}/trainingportal`)
      await page.getByRole('link', { name: 'Week 2: Tool breakdown, at 12:40' }).click()
      await expect.poll(() => asked.at(-1)).toContain('start=760')
      await page.getByText('1 of 17 videos done').waitFor()
      expect(problems).toEqual([])
      await context.close()
    },
  )

  thoroughTest('keeps where a video was left whose player waits for a press of its own', async () => {
    const { context, page } = await openVisitor(browser)
    // As YouTube's on a phone that lets no script start it.
    await context.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: youtube.replace('currentTime: 760.4, playerState: 1', 'currentTime: 0, playerState: -1'),
      }),
    )
    await page.addInitScript(() => {
      localStorage.setItem('studyRecord', '{"done":[],"seconds":{"youtube:portal-x106":75}}')
      addEventListener('message', ({ data }) => {
        if (String(data).includes('"playerState":-1')) document.documentElement.dataset.heard = 'yes'
      })
    })
    await page.goto(`${filmed.url}/trainingportal#week2-video2`)
    await panel(page).getByRole('link', { name: 'Play Tool breakdown' }).click()
    await page.locator('html[data-heard]').waitFor({ state: 'attached' })
    await button(page, 'Next').click()
    await button(page, 'Previous').click()
    await panel(page).getByText('at 1:15').waitFor()
    await context.close()
  })

  ordinaryTest('plays in the hosted player in week 3, from its second', async () => {
    const { context, page, problems } = await openVisitor(browser)
    await context.route('https://fast.wistia.com/player.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: wistia }),
    )
    await page.addInitScript(() => {
      localStorage.setItem('studyRecord', '{"done":[],"seconds":{"wistia:media109":75}}')
    })
    await page.goto(`${filmed.url}/trainingportal#week3`)
    const spoken = () =>
      panel(page)
        .getByText('at 1:15')
        .evaluate((second) => second.closest('[aria-live]')?.getAttribute('aria-live'))
    expect(await spoken()).toBe('polite')
    await panel(page).getByRole('link', { name: 'Play Week 3 live session', exact: true }).click()
    // It goes on with the video, which is what somebody wants to hear.
    await expect.poll(spoken).toBe('off')
    await expect
      .poll(() => page.locator('wistia-player').evaluate((player) => Reflect.get(player, 'currentTime')))
      .toBe(75)
    await expect.poll(() => panel(page).locator('.play').isVisible()).toBe(false)
    expect(problems).toEqual([])
    await context.close()
  })

  thoroughTest('plays a film of the coach’s own, goes on at its second, and is done at its end', async () => {
    const owner = await filmed.owner()
    const { address } = (await uploadFilm(filmed, owner, filmFile('minute.webm'))).body
    await contentEditor(owner).live((draft) => {
      const [video] = draft.portal.weeks[3]?.videos ?? []
      Object.assign(video ?? {}, { film: address })
    })
    const { context, page, problems } = await openVisitor(browser)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/films/')) asked.push(request.url())
    })
    await page.goto(`${filmed.url}/trainingportal#week4`)
    await panel(page).getByRole('link', { name: 'Play Week 4 live session', exact: true }).click()
    const film = page.locator('.screen-player video')
    await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0)
    expect(asked[0]).toContain(address)
    expect(await accessibilityProblems(page)).toEqual([])
    await film.evaluate((one: HTMLVideoElement) => {
      one.pause()
      one.currentTime = 41
    })
    await button(page, 'Next').click()
    await button(page, 'Previous').click()
    await panel(page).getByText('at 0:41').waitFor()
    await page.goto('about:blank')
    await page.goto(`${filmed.url}/trainingportal`)
    await page.getByRole('link', { name: 'Week 4: Week 4 live session, at 0:41' }).click()
    await expect
      .poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime))
      .toBeGreaterThanOrEqual(41)
    await film.evaluate((one: HTMLVideoElement) => {
      one.currentTime = one.duration - 0.5
      return one.play()
    })
    await page.getByText('1 of 17 videos done').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  thoroughTest('plays at Vimeo, from its second, and is done at its end', async () => {
    await contentEditor(await filmed.owner()).live((draft) => {
      const [, video] = draft.portal.weeks[3]?.videos ?? []
      Object.assign(video ?? {}, { vimeo: 'https://vimeo.com/123456789/0a1b2c3d4e' })
    })
    const { context, page, problems } = await openVisitor(browser)
    const asked: string[] = []
    await context.route('https://player.vimeo.com/**', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: vimeo })
    })
    await page.addInitScript(() => {
      localStorage.setItem('studyRecord', '{"done":[],"seconds":{"vimeo:123456789":75}}')
    })
    await page.goto(`${filmed.url}/trainingportal#week4-video2`)
    await panel(page).getByRole('link', { name: 'Play Pricing tiers', exact: true }).click()
    await page.getByText('1 of 17 videos done').waitFor()
    expect(asked).toHaveLength(1)
    expect(await page.locator('.screen-player iframe').getAttribute('src')).toMatch(
      /\/video\/123456789\?.*h=0a1b2c3d4e.*#t=75s$/,
    )
    expect(problems).toEqual([])
    await context.close()
  })

  thoroughTest('says so when the player does not load, and offers the video elsewhere', async () => {
    const { context, page } = await openVisitor(browser)
    await page.goto(`${filmed.url}/trainingportal#week3`)
    await panel(page).getByRole('link', { name: 'Play Week 3 live session', exact: true }).click()
    await panel(page).getByText('The player did not load.').waitFor()
    const elsewhere = panel(page).getByRole('link', { name: 'Open the video in a new tab' })
    expect(await elsewhere.getAttribute('href')).toContain('fast.wistia.net/embed/iframe/media109')
    expect(await panel(page).locator('.play').isVisible()).toBe(true)
    await context.close()
  })
})
