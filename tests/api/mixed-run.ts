import { ownerPassword, type RunningProduct } from '#support/running-product.ts'
import { pick, type Random } from '#support/seeded-random.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import type { Happened } from './count-by-hand.ts'

const paths = ['/', '/meme', '/meme2', '/freetraining', '/trainingportal']
const sources = ['', '?utm_source=ig', '?utm_source=tiktok&utm_campaign=a', '?fbclid=1']
const addresses = ['8.8.8.1', '8.8.8.2', '8.8.8.3', '8.8.8.4', '2001:4860::8']

/** A funnel's life at random: visitors come back, submit, the owner signs in and blocks; all of it is remembered. */
export function mixedRun(product: RunningProduct, random: Random, now: () => Date) {
  const happened: Happened = {
    views: [],
    captures: [],
    owners: new Set(),
    blockedAddresses: new Set(),
    blockedPages: new Set(),
  }
  const browsers: { number: number; browser: TestBrowser; address: string }[] = []

  function someone() {
    if (browsers.length === 0 || random() < 0.3) {
      const address = pick(random, addresses)
      const browser = product.browser(undefined, { 'x-forwarded-for': address })
      browsers.push({ number: browsers.length, browser, address })
    }
    return pick(random, browsers)
  }

  async function view(): Promise<void> {
    const { number, browser, address } = someone()
    const path = pick(random, paths)
    // Sometimes the same view comes twice in its second.
    for (let times = random() < 0.1 ? 2 : 1; times > 0; times -= 1) {
      await taken(browser, '/api/visitors/page-view', { path: path + pick(random, sources) })
      happened.views.push({ visitor: number, at: now(), path, address })
    }
  }

  async function capture(): Promise<void> {
    const { browser, address } = someone()
    const email = `person${Math.floor(random() * 14)}@example.com`
    const slug = pick(random, paths)
    const who = { name: 'A Person', email, phone: '(202) 555-0143' }
    const isSpam = random() < 0.1
    await taken(browser, '/api/capture-lead', { ...who, page: slug, ...(isSpam ? { website: 'x' } : {}) })
    if (!isSpam) happened.captures.push({ email, at: now(), slug, address })
    await taken(browser, '/api/analytics/capture-with-visitor', { ...who, slug })
  }

  async function signIn(): Promise<void> {
    const { number, browser } = someone()
    await taken(browser, '/api/analytics/verify-password', { password: ownerPassword })
    happened.owners.add(number)
  }

  /** Switches the block of an address or a page, on where it is off. */
  async function toggle(kind: 'ips' | 'pages', value: string): Promise<void> {
    const owner = await product.owner()
    const blocked = kind === 'ips' ? happened.blockedAddresses : happened.blockedPages
    const field = kind === 'ips' ? 'ipAddress' : 'pagePath'
    if (!blocked.has(value)) {
      await taken(owner, `/api/blocked-${kind}`, { [field]: value })
      blocked.add(value)
      return
    }
    const list: Record<string, string>[] = (await owner.get(`/api/blocked-${kind}`)).body
    const id = list.find((block) => block[field] === value)?.id
    const body = JSON.stringify({ isActive: false })
    const headers = { 'content-type': 'application/json' }
    const answer = await owner.send('PATCH', `/api/blocked-${kind}/${id}`, { body, headers })
    if (answer.status !== 200) throw new Error(`unblocking answered ${answer.status}`)
    blocked.delete(value)
  }

  async function step(): Promise<void> {
    const dice = random()
    if (dice < 0.68) await view()
    else if (dice < 0.9) await capture()
    else if (dice < 0.93) await signIn()
    else if (dice < 0.97) await toggle('ips', pick(random, addresses.slice(0, 4)))
    else await toggle('pages', pick(random, paths))
  }

  return { happened, step, toggle }
}

async function taken(browser: TestBrowser, path: string, body: object): Promise<void> {
  const { status, text } = await browser.post(path, body)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
}
