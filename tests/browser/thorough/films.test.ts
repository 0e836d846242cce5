// A sample of it is in tests/api/films-upload.test.ts.

import type { Locator, Page, Request, Route } from 'playwright-core'
import { describe, expect, it, test } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import {
  accessibilityProblems,
  comesAlive,
  holdAsset,
  isWiderThanWindow,
  openVisitor,
} from '#support/chromium.ts'
import { contentEditor } from '#support/content-editor.ts'
import { begin, filmFile, tus } from '#support/film-upload.ts'
import { expectSound } from '#support/owner-dashboard.ts'
import { ownerPassword, runProduct } from '#support/running-product.ts'
import { openDashboard, publish, saved, toast } from '#support/site-editor.ts'
import { safari } from '#support/training-site.ts'

const { product, browser } = await browseProduct()

const minute = filmFile('minute.webm')
const subtitles =
  '1\n00:00:01,000 --> 00:00:04,000\nHello & welcome\n\n2\n00:00:05,500 --> 00:00:09,000\nLet us start\n'

/** The film with so much of nothing behind it that it is sent in several parts. */
const longer = (() => {
  const nothing = Buffer.alloc(9 * 1024 * 1024)
  const head = Buffer.from([0xec, 0x08, 0, 0, 0, 0, 0, 0, 0])
  head.writeBigUInt64BE(BigInt(nothing.length), 1)
  head.writeUInt8(0x01, 1)
  return Buffer.concat([minute, head, nothing])
})()

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'video/webm', buffer })
const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement)
const chooser = (page: Page) => page.locator('input[type=file][accept^="video"]')

async function openFilm(screen: 'desk' | 'phone', part: 'freetraining' | 'freetraining2' | 'freetrainingc') {
  const editor = contentEditor(await product.owner())
  await editor.save((draft) => Object.assign(draft[part].video, { source: 'auto', film: '' }))
  const opened = await openDashboard(browser, product, `?tab=site&page=${part}`, screen)
  await opened.page.getByRole('radio', { name: /My own video/ }).check()
  return opened
}

describe.each(['phone', 'desk'] as const)('the owner at the %s', (screen) => {
  it('uploads a film, takes its poster, adds captions and chapters, and visitors watch it', async () => {
    const part = screen === 'desk' ? 'freetraining' : 'freetraining2'
    const { context, page, problems } = await openFilm(screen, part)
    await page.getByText('Until it is there, the sample video plays.').waitFor()
    await chooser(page).scrollIntoViewIfNeeded()
    await expectSound(page)
    await chooser(page).setInputFiles(file('My training.webm', minute))
    await page.getByText('My training.webm, 1:00').waitFor()
    await page.getByText('This is a WebM video').waitFor()
    await page.getByRole('button', { name: 'Take the poster from the video' }).click()
    const dialog = page.getByRole('dialog', { name: 'A picture from the video' })
    const use = dialog.getByRole('button', { name: 'Use this picture' })
    await expect.poll(() => use.isEnabled()).toBe(true)
    // Whoever goes back while it is on its way keeps the picture that was there.
    const isLeft = Promise.withResolvers<void>()
    const hold = async (route: Route) => {
      await isLeft.promise
      await route.continue()
    }
    await page.route('**/api/site/pictures', hold, { times: 1 })
    await use.click()
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await dialog.waitFor({ state: 'detached' })
    const arrived = page.waitForResponse((answer) => answer.url().endsWith('/api/site/pictures'))
    isLeft.resolve()
    await arrived
    await page.getByRole('button', { name: 'Take the poster from the video' }).click()
    await expect.poll(() => use.isEnabled()).toBe(true)
    const alt = page.locator(`[data-part="${part}.video.poster.src"]`).getByRole('textbox')
    expect(await alt.inputValue()).not.toBe('A moment from the video')
    await use.click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => alt.inputValue()).toBe('A moment from the video')
    const captions = (text: string) =>
      page.locator('input[type=file][accept^=".vtt"]').setInputFiles({
        ...{ name: 'film.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(text) },
      })
    const language = (place: number) => page.getByRole('combobox', { name: `Language of captions ${place}` })
    // Two are read at once, and the first answers last: neither takes the other away.
    const [begun, isDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(
      '**/api/site/captions',
      async (route) => {
        begun.resolve()
        await isDone.promise
        await route.continue()
      },
      { times: 1 },
    )
    await captions('1\n00:00:01,000 --> 00:00:04,000\nHallo\n')
    await begun.promise
    await captions(subtitles)
    await language(1).waitFor()
    isDone.resolve()
    await language(2).waitFor()
    await page
      .getByRole('button', { name: /^Remove captions/ })
      .nth(1)
      .press('Enter')
    await language(2).waitFor({ state: 'detached' })
    // Whoever works by keyboard goes on from where the button was.
    await expect.poll(() => hasFocus(page.getByText('Captions', { exact: true }))).toBe(true)
    await language(1).selectOption('de')
    await page
      .getByRole('textbox', { name: 'Chapters', exact: true })
      .fill('0:00 Welcome\n0:30 – The first step')
    await saved(page)
    await expectSound(page)
    await publish(page)
    expect(problems).toEqual([])
    // A network that fails is told of in our words, not in a browser's.
    await page.route(/\/api\/site\/(captions|pictures)$/, (route) => route.abort())
    await captions(subtitles)
    const unreached = 'The server cannot be reached. Check the connection.'
    await page.getByText(unreached).waitFor()
    await page.getByRole('button', { name: 'Take the poster from the video' }).click()
    await use.click()
    await dialog.getByText(unreached).waitFor()
    await context.close()

    const visit = await openVisitor(browser, { userAgent: safari })
    await visit.page.goto(`${product.url}/${part}`)
    await comesAlive(visit.page)
    const film = visit.page.locator('video.film')
    expect(await visit.page.locator('img.poster').isVisible()).toBe(true)
    await visit.page.locator('.play').click()
    await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0)
    await visit.page.locator('.play').waitFor({ state: 'detached' })
    const track = film.locator('track')
    expect(await track.getAttribute('srclang')).toBe('de')
    expect(await track.getAttribute('label')).toBe('Deutsch')
    const words = await (await fetch(product.url + (await track.getAttribute('src')))).text()
    expect(words).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nHello &amp; welcome\n\n00:00:05.500 --> 00:00:09.000\nLet us start\n',
    )
    await visit.page.getByText('Chapters', { exact: true }).click()
    await visit.page.getByRole('button', { name: /The first step/ }).click()
    await expect
      .poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime))
      .toBeGreaterThanOrEqual(30)
    await visit.page.getByRole('combobox', { name: 'Speed' }).selectOption('2')
    expect(await film.evaluate((one: HTMLVideoElement) => one.playbackRate)).toBe(2)
    await expect.poll(() => visit.page.locator('[aria-current]').textContent()).toContain('The first step')
    expect(await accessibilityProblems(visit.page)).toEqual([])
    expect(await isWiderThanWindow(visit.page)).toBe(false)
    // Time is read every two seconds, from five after loading.
    await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(50)
    await visit.page.goto(`${product.url}/terms`)
    const { body } = await (await product.owner()).get('/api/site/content')
    const media = /\/films\/(\w+)/.exec(body.published[part].video.film)?.[1]
    const steps = async (): Promise<number[]> => {
      const rows = await product.query('select steps from watch_progress where media = $1', [media])
      return rows.flatMap((row) => row.steps)
    }
    await expect.poll(steps).toContain(8)
    // The jump over half a minute was not watched.
    expect(await steps()).not.toContain(4)
    expect(visit.problems).toEqual([])
    await visit.context.close()
  })

  test('pauses an upload, loses the connection, leaves the page, and goes on where it stopped', async () => {
    const { context, page } = await openFilm(screen, 'freetrainingc')
    let parts = 0
    let answersFrom = 2
    await context.route('**/api/site/film-uploads/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      parts += 1
      return parts < answersFrom ? route.continue() : route.abort()
    })
    await chooser(page).setInputFiles(file('Long.webm', longer))
    await expect.poll(() => parts).toBeGreaterThanOrEqual(2)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused. What has arrived is kept for three days.').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText('was interrupted').waitFor()
    await expectSound(page)
    const sentBefore = parts
    answersFrom = Number.POSITIVE_INFINITY
    await chooser(page).setInputFiles(file('IMG_4711.webm', longer))
    await page.getByText('Long.webm, 1:00').waitFor()
    expect(parts - sentBefore).toBe(1)
    await saved(page)
    await context.close()
  })

  test('asks before an upload is given up with all that has arrived', async () => {
    const { context, page } = await openFilm(screen, 'freetrainingc')
    const dropped: string[] = []
    let parts = 0
    const goOn = Promise.withResolvers<void>()
    await context.route('**/api/site/film-uploads/*', async (route) => {
      const method = route.request().method()
      if (method === 'DELETE') dropped.push(route.request().url())
      if (method === 'PATCH') {
        parts += 1
        if (parts > 1) await goOn.promise
      }
      await route.continue().catch(() => {})
    })
    await chooser(page).setInputFiles(file('Given up.webm', longer))
    await expect.poll(() => parts).toBe(2)
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    const keep = page.getByRole('button', { name: 'Keep it' })
    await expect.poll(() => hasFocus(keep)).toBe(true)
    await page.getByText(/What has arrived of it \(.+ of .+\) is deleted/).waitFor()
    await expectSound(page)
    await keep.press('Enter')
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Cancel' }))).toBe(true)
    await page.getByRole('progressbar', { name: 'Sending Given up.webm' }).waitFor()
    expect(dropped).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await page.getByRole('button', { name: 'Cancel the upload' }).press('Enter')
    await page.getByText('Choose your video').waitFor()
    await expect.poll(() => hasFocus(page.getByRole('group', { name: 'Video file' }))).toBe(true)
    await expect.poll(() => dropped.length).toBe(1)
    goOn.resolve()
    await context.close()
  })

  it.each([
    ['zeros', Buffer.alloc(100_000), /not a video that can be read/],
    ['an iPhone film in HEVC', filmFile('hevc.mov'), /Settings → Camera → Formats → Most Compatible/],
    ['ProRes', filmFile('prores.mov'), /Export As → 1080p/],
  ])('hears before anything is sent why %s is not taken', async (_what, bytes, words) => {
    const { context, page } = await openFilm(screen, 'freetrainingc')
    const sent: string[] = []
    context.on('request', (request) => {
      if (request.url().includes('/film-uploads')) sent.push(request.method())
    })
    await chooser(page).setInputFiles(file('IMG_0042.MOV', bytes))
    await page.getByRole('alert').filter({ hasText: words }).waitFor()
    await expectSound(page)
    expect(sent).toEqual([])
    // Another file, or a film uploaded before, is a press away.
    await page.getByRole('button', { name: 'Use one uploaded before' }).click()
    await page.getByRole('dialog').getByText('My training.webm').first().click()
    await page.getByText('My training.webm, 1:00').waitFor()
    await saved(page)
    await context.close()
  })
})

test('whoever works by keyboard goes on from a film that is replaced, kept, removed or chosen', async () => {
  const { context, page } = await openFilm('desk', 'freetrainingc')
  const place = page.getByRole('group', { name: 'Video file' })
  await chooser(page).focus()
  await chooser(page).setInputFiles(file('My training.webm', minute))
  await page.getByText('My training.webm, 1:00').waitFor()
  await expect.poll(() => hasFocus(place)).toBe(true)
  const replace = page.getByRole('button', { name: 'Replace it' })
  await replace.press('Enter')
  await expect.poll(() => hasFocus(place)).toBe(true)
  await page.getByRole('button', { name: 'Keep this one' }).press('Enter')
  await expect.poll(() => hasFocus(replace)).toBe(true)
  await page.getByRole('button', { name: 'Remove it' }).press('Enter')
  await expect.poll(() => hasFocus(place)).toBe(true)
  await page.getByRole('button', { name: 'Use one uploaded before' }).press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^My training\.webm/ })
    .first()
    .press('Enter')
  await page.getByText('My training.webm, 1:00').waitFor()
  await expect.poll(() => hasFocus(place)).toBe(true)
  await context.close()
})

test('whoever works by keyboard goes on from where the upload ends, and the last captions there is room for', async () => {
  const { context, page } = await openFilm('desk', 'freetrainingc')
  const place = page.getByRole('group', { name: 'Video file' })
  // Until the focus is on the button that goes with the upload, the server takes nothing.
  const isFocused = Promise.withResolvers<void>()
  await page.route('**/api/site/film-uploads**', async (route) => {
    await isFocused.promise
    await route.continue()
  })
  await chooser(page).setInputFiles(file('My training.webm', minute))
  const pause = page.getByRole('button', { name: 'Pause' })
  await pause.focus()
  await expect.poll(() => hasFocus(pause)).toBe(true)
  isFocused.resolve()
  await page.getByText('My training.webm, 1:00').waitFor()
  await expect.poll(() => hasFocus(place)).toBe(true)

  await page.getByRole('button', { name: 'Replace it' }).click()
  const half = Promise.withResolvers<void>()
  await page.unroute('**/api/site/film-uploads**')
  await page.route('**/api/site/film-uploads/*', (route) => {
    half.resolve()
    return route.abort()
  })
  await chooser(page).setInputFiles(file('Half.webm', minute))
  await half.promise
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.unroute('**/api/site/film-uploads/*')
  await page.getByRole('button', { name: 'Replace it' }).click()
  const discarded = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  // What has arrived of it may be gigabytes: a second press says so.
  const discard = page.getByRole('button', { name: 'Discard it…' })
  await discard.press('Enter')
  await page.getByRole('button', { name: 'Keep it' }).press('Enter')
  await expect.poll(() => hasFocus(discard)).toBe(true)
  await discard.press('Enter')
  await page.getByText('What has arrived of it is deleted.').waitFor()
  await page.getByRole('button', { name: 'Discard it', exact: true }).press('Enter')
  await page.getByText('was interrupted').waitFor({ state: 'detached' })
  expect((await discarded).status()).toBe(204)
  await expect.poll(() => hasFocus(place)).toBe(true)
  await page.getByRole('button', { name: 'Keep this one' }).click()

  const captions = page.locator('input[type=file][accept^=".vtt"]')
  const languages = page.getByRole('combobox', { name: /^Language of captions/ })
  for (let count = await languages.count(); count < 10; count += 1) {
    await captions.focus()
    const text = subtitles.replace('Hello', `Hello ${count}`)
    await captions.setInputFiles({
      ...{ name: 'film.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(text) },
    })
    await languages.nth(count).waitFor()
  }
  await captions.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(page.getByText('Captions', { exact: true }))).toBe(true)
  await context.close()
})

test('a film whose making was answered to nobody is asked for again, and sent once', async () => {
  const { context, page } = await openFilm('desk', 'freetraining2')
  const begun: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/film-uploads')) begun.push(request.url())
  })
  let asked = 0
  await page.route('**/api/site/films', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    asked += 1
    if (asked > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await chooser(page).setInputFiles(file('Unheard.webm', minute))
  await page.getByText('Unheard.webm, 1:00').waitFor()
  expect([asked, begun.length]).toEqual([2, 1])
  await saved(page)
  const films = (await (await product.owner()).get('/api/site/films')).body
  expect(films.filter(({ name }: { name: string }) => name === 'Unheard.webm')).toHaveLength(1)
  await context.close()
})

test('a film that nothing shows is deleted after one question, whose careful answer is chosen', async () => {
  const { context, page } = await openFilm('desk', 'freetraining2')
  await chooser(page).setInputFiles(file('Spare.webm', minute))
  await page.getByText('Spare.webm, 1:00').waitFor()
  await saved(page)
  await page.getByRole('button', { name: 'Remove it' }).click()
  await saved(page)
  await page.getByRole('button', { name: 'Use one uploaded before' }).click()
  const films = page.getByRole('dialog').getByRole('list', { name: 'Videos uploaded before' })
  const ask = films.getByRole('button', { name: 'Delete Spare.webm…' })
  await ask.press('Enter')
  await expect.poll(() => hasFocus(films.getByRole('button', { name: 'Keep it' }))).toBe(true)
  await expectSound(page)
  // A second press in the same breath.
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(ask)).toBe(true)
  await ask.press('Enter')
  await films.getByRole('button', { name: 'Delete for good' }).press('Enter')
  await films.getByText('Spare.webm').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(films)).toBe(true)
  await context.close()
})

test('whoever finds every place taken hears so, and can choose the film again', async () => {
  const { context, page } = await openFilm('desk', 'freetraining2')
  const owner = await product.owner()
  const open: string[] = []
  for (let nth = 0; nth < 8; nth += 1) {
    const begun = await begin(owner, minute.length, `${nth}.webm`)
    expect(begun.status).toBe(201)
    open.push(begun.headers.get('location') ?? '')
  }
  await chooser(page).setInputFiles(file('Ninth.webm', minute))
  await page.getByRole('alert').filter({ hasText: 'Eight videos are uploading already' }).waitFor()
  await expectSound(page)
  for (const address of open) await owner.send('DELETE', address, { headers: tus })
  await chooser(page).setInputFiles(file('Ninth.webm', minute))
  await page.getByText('Ninth.webm, 1:00').waitFor()
  await saved(page)
  await context.close()
})

test('an upload is left alone by what another window uploads meanwhile', async () => {
  const { context, page } = await openFilm('desk', 'freetrainingc')
  const begun: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/film-uploads')) begun.push(request.url())
  })
  const goOn = Promise.withResolvers<void>()
  let parts = 0
  await page.route('**/api/site/film-uploads/*', async (route) => {
    parts += route.request().method() === 'PATCH' ? 1 : 0
    if (parts > 1) await goOn.promise
    return route.continue()
  })
  await chooser(page).setInputFiles(file('First.webm', longer))
  await expect.poll(() => parts).toBe(2)

  const other = await context.newPage()
  await other.goto(`${product.url}/analytics?tab=site&page=freetraining2`)
  await other.getByRole('radio', { name: /My own video/ }).check()
  const replace = other.getByRole('button', { name: 'Replace it' })
  await chooser(other).or(replace).waitFor({ state: 'attached' })
  if (await replace.isVisible()) await replace.click()
  await chooser(other).setInputFiles(file('Second.webm', minute))
  await other.getByText('Second.webm, 1:00').waitFor()
  expect(await other.getByText('was interrupted').count()).toBe(0)
  goOn.resolve()
  await page.getByText('First.webm, 1:00').waitFor()
  expect(begun).toHaveLength(2)
  await saved(page)
  await context.close()
})

test('an upload goes on by itself once the server answers again, with the browser online', async () => {
  const { context, page } = await openFilm('phone', 'freetrainingc')
  await page.clock.install()
  let answers = false
  let isBusy = false
  let tries = 0
  const begun: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/film-uploads')) begun.push(request.url())
  })
  await context.route('**/api/site/film-uploads/*', (route) => {
    tries += 1
    if (isBusy) return route.fulfill({ status: 503, body: '' })
    return answers ? route.continue() : route.abort()
  })
  let underWay = 0
  const isUpload = (request: Request) => request.url().includes('/film-uploads')
  context.on('request', (request) => {
    if (isUpload(request)) underWay += 1
  })
  const isOver = (request: Request) => {
    if (isUpload(request)) underWay -= 1
  }
  context.on('requestfinished', isOver).on('requestfailed', isOver)
  // What a try has come to is looked at before the clock begins the next one.
  const inTime = (holds: () => boolean | Promise<boolean>) =>
    expect
      .poll(async () => {
        if (await holds()) return true
        if (underWay === 0) await page.clock.fastForward(30_000)
        return false
      })
      .toBe(true)
  await chooser(page).setInputFiles(file('Waited.webm', minute))
  await inTime(() => page.getByText('It continues automatically once there is one.').isVisible())
  // What is tried meanwhile fails, too, and is tried again.
  const before = tries
  await inTime(() => tries > before + 1)
  isBusy = true
  await inTime(() => page.getByText('The server is busy. It continues automatically.').isVisible())
  isBusy = false
  answers = true
  await inTime(() => page.getByText('Waited.webm, 1:00').isVisible())
  // Where nobody says how far it is, it is not begun anew.
  expect(begun).toHaveLength(1)
  await saved(page)
  await context.close()
})

test('a film goes to the video it was chosen for, wherever that stands by then', async () => {
  const editor = contentEditor(await product.owner())
  await editor.save((draft) => {
    const [week] = draft.portal.weeks
    const [video] = week?.videos ?? []
    if (!week || !video) throw new Error('The portal has no video.')
    week.videos = ['Above', 'Mine', 'Below'].map((title) => ({ ...video, title, film: '' }))
  })
  const { context, page } = await openDashboard(browser, product, '?tab=site&page=portal', 'phone')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await context.route('**/api/site/film-uploads/*', async (route) => {
    await held
    await route.continue()
  })
  const { draft } = await editor.read()
  await page
    .getByText(draft.portal.weeks[0]?.label ?? '', { exact: true })
    .first()
    .click()
  const videos = page.getByRole('group', { name: 'Videos' }).first()
  await videos.getByRole('button', { name: 'Mine', exact: true }).click()
  const mine = videos
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Remove: Mine' }) })
  await mine.locator('input[type=file][accept^="video"]').setInputFiles(file('Mine.webm', minute))
  await mine.getByRole('button', { name: 'Pause' }).waitFor()
  await videos.getByRole('button', { name: 'Move up: Mine' }).click()
  await videos.getByRole('button', { name: 'Remove: Above' }).click()
  letGo()
  await mine.getByText('Mine.webm, 1:00').waitFor()
  await saved(page)
  const after = (await editor.read()).draft.portal.weeks[0]?.videos ?? []
  expect(after.map(({ title, film }) => [title, film !== ''])).toEqual([
    ['Mine', true],
    ['Below', false],
  ])
  await context.close()
})

test('a film that arrives while its owner works on another page is in the draft all the same', async () => {
  const { context, page } = await openFilm('desk', 'freetrainingc')
  const goOn = Promise.withResolvers<void>()
  await context.route('**/api/site/film-uploads/*', async (route) => {
    await goOn.promise
    await route.continue()
  })
  await chooser(page).setInputFiles(file('Meanwhile.webm', minute))
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  const parts = page.getByRole('navigation', { name: 'Parts of the site' })
  await parts.getByRole('link', { name: 'Versions' }).click()
  await page.getByRole('heading', { name: 'Versions' }).waitFor()
  goOn.resolve()
  const editor = contentEditor(await product.owner())
  await expect.poll(async () => (await editor.read()).draft.freetrainingc.video.film).not.toBe('')
  await page.goBack()
  await page.getByText('Meanwhile.webm, 1:00').waitFor()
  await saved(page)
  await context.close()
})

test('publishing on the internet asks first where a film is still the sample, and asks once', async () => {
  const online = await runProduct({ environment: { PUBLIC_URL: 'https://coach.example' } })
  const opened = await openVisitor(browser, { size: { width: 390, height: 844 } })
  try {
    // The session's cookie is for https alone there.
    const answer = await online
      .browser(undefined, { origin: 'https://coach.example' })
      .post('/api/analytics/verify-password', { password: ownerPassword })
    const value = /leadline_owner=([^;]+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? ''
    await opened.context.setExtraHTTPHeaders({ cookie: `leadline_owner=${value}` })
    const { page } = opened
    await page.goto(`${online.url}/analytics?tab=site&page=freetraining`)
    await page.getByRole('textbox', { name: 'Badge', exact: true }).fill('FREE LESSON')
    await saved(page)
    await page.getByRole('button', { name: /^Publish/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish your changes' })
    await dialog.getByText('3 videos are still the sample').waitFor()
    const press = dialog.getByRole('button', { name: 'Publish', exact: true })
    expect(await press.isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: 'Publish with the sample for now' }).check()
    await expect.poll(() => press.isEnabled()).toBe(true)
    await expectSound(page)
    await press.click()
    await toast(page, 'Published')
    await page.getByRole('textbox', { name: 'Badge', exact: true }).fill('FREE CLASS')
    await saved(page)
    await page.getByRole('button', { name: /^Publish/ }).click()
    await expect.poll(() => press.isEnabled()).toBe(true)
    expect(await dialog.getByText('still the sample').count()).toBe(0)
  } finally {
    await opened.context.close()
    await online.end()
  }
})

/** Plays a host's player: answers its frame with a page that tells the time when it is asked, as the host's does. */
const hostFrame = (answer: string) => `<!doctype html><title>Player</title><script>
let seconds = 700
let isAsked = false
const tell = (message) => parent.postMessage(message, '*')
addEventListener('message', ({ data }) => { ${answer} })
setInterval(() => { if (isAsked) { seconds += 0.5; now() } }, 500)
</script>`

const frames = {
  youtube: {
    address: 'https://youtu.be/abcdefghijk',
    media: 'abcdefghijk',
    frame: hostFrame(`const said = JSON.parse(data)
      if (said.event === 'listening') isAsked = true
      if (said.func === 'seekTo') seconds = said.args[0]
      now()`).replace(
      'addEventListener',
      "const now = () => tell(JSON.stringify({ event: 'infoDelivery', info: { currentTime: seconds, duration: 930 } }))\naddEventListener",
    ),
  },
  vimeo: {
    address: 'https://vimeo.com/123456789/0a1b2c3d4e',
    media: '123456789',
    frame: hostFrame(`if (data.method === 'ping') tell({ method: 'ping' })
      if (data.method === 'addEventListener') isAsked = true
      if (data.method === 'setCurrentTime') seconds = data.value
      now()`).replace(
      'addEventListener',
      "const now = () => tell({ event: 'timeupdate', data: { seconds, duration: 930 } })\naddEventListener",
    ),
  },
}

describe.each(['youtube', 'vimeo'] as const)('a film at %s', (host) => {
  it('plays in its host’s frame, is watched and opens the next step as any other', async () => {
    const { address, media, frame } = frames[host]
    const editor = contentEditor(await product.owner())
    await editor.live((draft) =>
      Object.assign(draft.freetraining.video, { source: host, [host]: address, chapters: '14:10 The end' }),
    )
    const { context, page, problems } = await openVisitor(browser, { userAgent: safari })
    const asked: string[] = []
    await context.route(/^https:\/\/(www\.youtube-nocookie|player\.vimeo)\.com\//, (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: frame })
    })
    await page.goto(`${product.url}/freetraining`)
    await comesAlive(page)
    // Nobody is asked before the press.
    expect(asked).toEqual([])
    await page.locator('.play').click()
    await page.locator('.play').waitFor({ state: 'detached' })
    expect(asked[0]).toContain(media)
    if (host === 'vimeo') expect(asked[0]).toContain('h=0a1b2c3d4e')
    await page.getByText('Chapters', { exact: true }).click()
    await page.getByRole('button', { name: /The end/ }).click()
    await page.getByRole('link', { name: /^Apply/ }).waitFor()
    const steps = async () =>
      (await product.query('select steps from watch_progress where media = $1', [media])).flatMap(
        (row) => row.steps,
      )
    await page.waitForFunction(() => document.querySelector('[aria-current]') !== null)
    await expect
      .poll(async () => {
        await page.evaluate(() => dispatchEvent(new Event('pagehide')))
        return steps()
      })
      .toContain(171)
    expect(await steps()).not.toContain(160)
    expect(problems).toEqual([])
    await context.close()
  })

  it('that does not answer says so, and leaves the play button', async () => {
    const editor = contentEditor(await product.owner())
    await editor.live((draft) =>
      Object.assign(draft.freetraining.video, { source: host, [host]: frames[host].address }),
    )
    const { context, page } = await openVisitor(browser, { userAgent: safari })
    await context.clock.install()
    await page.goto(`${product.url}/freetraining`)
    await comesAlive(page)
    await page.locator('.play').click()
    await page.locator('.screen iframe').waitFor({ state: 'attached' })
    await context.clock.fastForward(16_000)
    await page.getByRole('alert').filter({ hasText: 'The video did not load.' }).waitFor()
    expect(await page.locator('.play').isVisible()).toBe(true)
    await context.close()
  })
})

test('a film that is pressed before the page is alive is there to press again where a phone takes that for no press', async () => {
  const editor = contentEditor(await product.owner())
  await editor.live((draft) => Object.assign(draft.freetraining.video, { source: 'auto', chapters: '' }))
  const { context, page, problems } = await openVisitor(browser, { userAgent: safari })
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      return window.event?.isTrusted
        ? play.call(this)
        : Promise.reject(new DOMException('A press is asked for.', 'NotAllowedError'))
    }
  })
  const come = await holdAsset(context, 'training')
  await page.goto(`${product.url}/freetraining`)
  await page.locator('.play').click()
  await page.locator('.play[aria-busy]').waitFor()
  come()
  await comesAlive(page)
  const film = page.locator('video.film[controls]')
  await film.waitFor()
  await page.locator('.play').waitFor({ state: 'detached' })
  await film.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0)
  expect(await page.getByRole('alert').filter({ visible: true }).count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('the sample plays on a fresh site, in this browser, too', async () => {
  const editor = contentEditor(await product.owner())
  await editor.live((draft) => Object.assign(draft.freetraining.video, { source: 'auto', chapters: '' }))
  const { context, page, problems } = await openVisitor(browser, { userAgent: safari })
  await page.goto(`${product.url}/freetraining`)
  await comesAlive(page)
  await page.locator('.play').click()
  const film = page.locator('video.film')
  await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0)
  expect(await film.evaluate((one: HTMLVideoElement) => one.duration)).toBeGreaterThan(855)
  await film.evaluate((one: HTMLVideoElement) => {
    one.currentTime = 856
  })
  await page.getByRole('link', { name: /^Apply/ }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})
