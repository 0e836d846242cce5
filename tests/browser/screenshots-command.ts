import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { sitePages } from '#contract/site-paths.ts'
import { freePort } from '#support/free-port.ts'
import { tabs } from '#web/dashboard/shell/tabs.ts'
import { places } from '#web/dashboard/site/places.ts'
import { screens } from '#web/dashboard/site/site-address.ts'

/*
 * `npm run screenshots -- FOLDER [WORD…]`: a picture of every public page, dialog and view of the dashboard on a phone and
 * at a desk, light and dark, of a new installation and of the demo's; with words, only those with one of them in their
 * folder and name: 'dashboard leads', 'demo phone light'.
 */
const [folder = 'screenshots', ...words] = process.argv.slice(2)
if (folder.startsWith('-')) {
  console.error('Which folder? npm run screenshots -- FOLDER [WORD…]')
  process.exit(1)
}
const PASSWORD = 'a password for pictures'
const DEMO_PASSWORD = 'leadline-demo'
const sizes = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1440, height: 900 } },
}
const schemes = ['light', 'dark'] as const

/** What is looked at: its name, its address, and what is done there before the picture is taken. */
type View = {
  name: string
  path: string
  needsPeople?: boolean
  /** Whether its clock stands until it is moved on. */
  stopsClock?: boolean
  act?(page: Page): Promise<void>
}

const press = (selector: string) => (page: Page) =>
  page.locator(selector).filter({ visible: true }).first().click({ timeout: 5000 })

/** Lets a page whose clock stands come to life, then moves the clock on. */
const afterSeconds = (seconds: number) => async (page: Page) => {
  await page.clock.runFor(6000)
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(seconds * 1000)
}

const publicViews: View[] = [
  ...Object.keys(sitePages).map((path) => ({ name: `page ${path.slice(1) || 'home'}`, path })),
  { name: 'page unknown', path: '/no-such-page' },
  ...['', 'freetraining', 'meme', 'meme2', 'lander-college', 'lander-hack'].map((path) => ({
    name: `lead dialog ${path || 'home'}`,
    path: `/${path}`,
    act: press('a[href="#access"]'),
  })),
  {
    name: 'lead dialog refused',
    path: '/',
    async act(page) {
      await press('a[href="#access"]')(page)
      await press('#access button[type=submit]')(page)
    },
  },
  {
    name: 'application dialog',
    path: '/freetraining',
    stopsClock: true,
    async act(page) {
      await afterSeconds(856)(page)
      await press('.apply-button')(page)
    },
  },
  {
    name: 'countdown',
    path: '/freetraining',
    stopsClock: true,
    act: afterSeconds(300),
  },
  {
    name: 'booking dialog',
    path: '/thankyoucall',
    async act(page) {
      await press('.book-button')(page)
      await page.locator('.slot-time').first().waitFor({ timeout: 5000 })
    },
  },
  {
    name: 'apply second question',
    path: '/apply',
    async act(page) {
      await page.getByRole('textbox').first().fill('Grace Okafor-Lindqvist')
      await press('form button[type=submit]')(page)
      await page.getByText('Question 2').waitFor({ timeout: 5000 })
    },
  },
  { name: 'apply refused', path: '/apply', act: press('form button[type=submit]') },
  { name: 'cookie choices', path: '/meme', act: press('a[href="#ad-choices"]') },
  { name: 'plain booking', path: '/booking' },
  {
    name: 'call details',
    path: '/bookstrategy',
    async act(page) {
      await press('.slot-time')(page)
      await page.getByRole('button', { name: 'Book this time' }).click()
    },
  },
  { name: 'call booked', path: '/bookstrategy', act: bookACall },
  {
    name: 'call to move',
    path: '/bookstrategy',
    async act(page) {
      await bookACall(page)
      await page.getByRole('link', { name: 'Move or cancel this call' }).click()
      await page.locator('.slot-time').first().waitFor({ timeout: 5000 })
    },
  },
  {
    name: 'call cancelled',
    path: '/bookstrategy',
    async act(page) {
      await bookACall(page)
      await page.getByRole('link', { name: 'Move or cancel this call' }).click()
      await page.getByRole('button', { name: 'Cancel the call' }).click()
      await page.getByRole('heading', { name: 'This call is cancelled' }).waitFor({ timeout: 5000 })
    },
  },
]

function pressButton(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('button', { name }).filter({ visible: true }).first().click({ timeout: 5000 })
}

let guests = 0

async function bookACall(page: Page): Promise<void> {
  guests += 1
  await page.locator('.slot-time').first().click({ timeout: 10_000 })
  await page.getByLabel('Full Name').fill('Bartholomew Featherstonehaugh')
  await page.getByLabel('Email Address').fill(`bartholomew.featherstonehaugh.${guests}@example.com`)
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.getByRole('link', { name: 'Move or cancel this call' }).waitFor({ timeout: 10_000 })
}

const dashboardViews: View[] = [
  ...tabs.map(({ name }) => ({
    name: `dashboard ${name}`,
    path: `/analytics?tab=${name}&range=last-30-days`,
  })),
  { name: 'dashboard ads by ad', path: '/analytics?tab=ads&level=ad&range=last-30-days' },
  { name: 'dashboard ads people', path: '/analytics?tab=ads&figure=lead&range=last-30-days' },
  { name: 'dashboard ads spend', path: '/analytics?tab=ads&part=spend&range=last-30-days' },
  { name: 'dashboard leads held', path: '/analytics?tab=leads&part=held' },
  { name: 'dashboard leads unmatched', path: '/analytics?tab=leads&part=unmatched' },
  { name: 'dashboard leads outcomes', path: '/analytics?tab=leads&part=outcomes' },
  { name: 'dashboard blocked pages', path: '/analytics?tab=blocked-ips&part=pages' },
  ...['visitors', 'leads', 'pages'].map((tab) => ({
    name: `dashboard ${tab} details`,
    path: `/analytics?tab=${tab}&range=last-30-days`,
    needsPeople: true,
    act: press('main a[href*="open="]'),
  })),
  {
    name: 'dashboard settings',
    path: '/analytics',
    act: (page) => page.getByRole('button', { name: 'Settings' }).first().click({ timeout: 5000 }),
  },
  {
    name: 'dashboard new rule',
    path: '/analytics?tab=autotags',
    act: (page) => page.getByRole('button', { name: /rule/i }).first().click({ timeout: 5000 }),
  },
  {
    name: 'dashboard leads note',
    path: '/analytics?tab=leads&range=last-30-days',
    needsPeople: true,
    async act(page) {
      await press('main a[href*="open="]')(page)
      await pressButton(page, 'Set a next step')
      await pressButton(page, 'Add a note')
    },
  },
  {
    name: 'dashboard leads facts',
    path: '/analytics?tab=leads&range=last-30-days',
    needsPeople: true,
    async act(page) {
      await press('main a[href*="open="]')(page)
      await page.getByRole('link', { name: 'Lead Details' }).click({ timeout: 5000 })
    },
  },
  {
    name: 'dashboard visitors facts',
    path: '/analytics?tab=visitors&range=last-30-days',
    needsPeople: true,
    async act(page) {
      await press('main a[href*="open="]')(page)
      await page.getByRole('link', { name: 'Details', exact: true }).click({ timeout: 5000 })
    },
  },
  { name: 'dashboard leads found', path: '/analytics?tab=leads&range=last-30-days&q=nobody-has-this-name' },
  {
    name: 'dashboard leads filtered',
    path: '/analytics?tab=leads&range=last-30-days&source=tiktok&page=/meme',
  },
  { name: 'dashboard leads applications', path: '/analytics?tab=leads&part=applications' },
  { name: 'dashboard leads due', path: '/analytics?tab=leads&part=due' },
  { name: 'dashboard visitors hidden', path: '/analytics?tab=visitors&range=last-30-days&hidden=true' },
  { name: 'dashboard mails', path: '/analytics?tab=connections&part=mails' },
  {
    name: 'dashboard help',
    path: '/analytics',
    async act(page) {
      await page.locator('main').waitFor()
      await page.keyboard.press('?')
    },
  },
  {
    name: 'dashboard range',
    path: '/analytics',
    act: (page) => pressButton(page, /Last 30 days|This week|Last 7 days|Today/),
  },
  {
    name: 'dashboard settings kept',
    path: '/analytics',
    async act(page) {
      await pressButton(page, 'Settings')
      await page.getByLabel('Page views, visitors and addresses').selectOption('3', { timeout: 5000 })
      await pressButton(page, 'Save…')
      await page.getByRole('region', { name: 'Keep less?' }).scrollIntoViewIfNeeded({ timeout: 5000 })
    },
  },
  {
    name: 'dashboard settings end',
    path: '/analytics',
    async act(page) {
      await pressButton(page, 'Settings')
      await page.getByRole('dialog').getByRole('button').last().scrollIntoViewIfNeeded({ timeout: 5000 })
    },
  },
  ...screens
    .filter(({ name }) => name !== '')
    .map(({ name }) => ({ name: `dashboard site ${name}`, path: `/analytics?tab=site&page=${name}` })),
  ...places.map(({ key }) => ({
    name: `dashboard site part ${key}`,
    path: `/analytics?tab=site&page=${key}`,
  })),
  ...['home', 'mails'].map((key) => ({
    name: `dashboard site preview ${key}`,
    path: `/analytics?tab=site&page=${key}&part=preview`,
  })),
  {
    name: 'dashboard site film',
    path: '/analytics?tab=site&page=freetraining2',
    async act(page) {
      await page.getByRole('radio', { name: /My own video/ }).check({ timeout: 5000 })
    },
  },
  {
    name: 'dashboard site picture dialog',
    path: '/analytics?tab=site&page=bookstrategy',
    act: (page) => pressButton(page, 'Choose a picture'),
  },
  {
    name: 'dashboard site publish',
    path: '/analytics?tab=site&page=home',
    async act(page) {
      await page.getByRole('textbox', { name: 'Headline', exact: true }).fill('One sentence, one app')
      await pressButton(page, /^Publish/)
      await page.getByRole('dialog').waitFor({ timeout: 5000 })
    },
  },
]

const isWanted = (label: string) => words.length === 0 || words.some((word) => label.includes(word))
const shown = resolve(folder)
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
const problems: string[] = []
for (const [kind, script, password] of [
  ['new', [], PASSWORD],
  ['demo', ['--demo'], DEMO_PASSWORD],
] as const) {
  const installation = await start(script)
  try {
    for (const [size, screen] of Object.entries(sizes))
      for (const scheme of schemes) {
        const context = await browser.newContext({ ...screen, colorScheme: scheme, reducedMotion: 'reduce' })
        await context.route(/^https?:\/\/(?!127\.0\.0\.1[:/])/, (route) => route.abort())
        const label = `${kind} ${size} ${scheme}`
        const into = join(shown, label)
        mkdirSync(into, { recursive: true })
        for (const view of publicViews.filter((view) => isWanted(`${label} ${view.name}`)))
          await take(context, installation.url, view, into, true)
        const owned = dashboardViews.filter(
          (view) => isWanted(`${label} ${view.name}`) && !(view.needsPeople && kind === 'new'),
        )
        if (owned.length > 0) await signIn(context, installation.url, password, into)
        for (const view of owned) await take(context, installation.url, view, into, false)
        await context.close()
      }
  } finally {
    await installation.stop()
  }
}
await browser.close()
console.log(`\nThe pictures are in ${shown}.`)
for (const problem of problems) console.log(`Not as meant: ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)

async function findChromium(): Promise<string> {
  // Plain JavaScript, outside of what is typed.
  const { bringChromium } = await import(new URL('../../bin/bring-chromium.mjs', import.meta.url).href)
  return bringChromium()
}

async function take(
  context: BrowserContext,
  url: string,
  view: View,
  into: string,
  isWhole: boolean,
): Promise<void> {
  const page = await context.newPage()
  const said: string[] = []
  page.on('pageerror', (error) => said.push(error.message))
  try {
    if (view.stopsClock) await page.clock.install()
    await page.goto(url + view.path, { waitUntil: 'load' })
    if (!isWhole) await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
    await view.act?.(page)
    if (view.stopsClock) await page.clock.fastForward(500)
    else await wait(300)
    if (!isWhole) await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
    await page.screenshot({
      path: join(into, `${view.name.replaceAll('/', '-')}.png`),
      fullPage: isWhole && !view.act,
    })
  } catch (error) {
    said.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
  problems.push(...said.map((sentence) => `${into.split('/').at(-1)}, ${view.name}: ${sentence}`))
  await page.close()
}

async function signIn(context: BrowserContext, url: string, password: string, into: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${url}/analytics`)
  const field = page.getByPlaceholder('Enter access code')
  await field.waitFor()
  await page.screenshot({ path: join(into, 'dashboard gate.png') })
  await field.fill(password)
  await page.keyboard.press('Enter')
  await field.waitFor({ state: 'detached' })
  await page.close()
}

/** Starts an installation of its own in a throw-away folder; answers once it is ready. */
async function start(script: readonly string[]): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-pictures-'))
  const port = await freePort()
  const server = spawn(process.execPath, ['bin/start.mjs', ...script], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      OWNER_PASSWORD: PASSWORD,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => server.kill('SIGTERM'))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await isReady(url)); tries += 1) {
    if (tries > 240 || server.exitCode !== null) throw new Error('The installation did not start.')
    await wait(500)
  }
  return {
    url,
    async stop() {
      await end(server)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  return answer?.ok === true
}

async function end(server: ChildProcess): Promise<void> {
  const ended = new Promise((done) => server.once('exit', done))
  server.kill('SIGTERM')
  await ended
}
