// A sample of it is in tests/browser/tracker.test.ts.
import { createServer, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { openVisitor } from '#support/chromium.ts'
import { sendLeadDialog } from '#support/lead-dialog.ts'
import { listenLocally } from '#support/listening-server.ts'

const { product, browser } = await browseProduct()

/**
 * A slow network in front of the product: the first answer to a track call comes once `letCome` is called, and what is missing
 * never.
 */
async function slowNetwork(missing: RegExp) {
  const { hostname, port } = new URL(product.url)
  let letCome = () => {}
  let isOver = () => {}
  const over = new Promise<void>((resolve) => {
    isOver = resolve
  })
  let isHeld = false
  const held = new Promise<void>((resolve) => {
    letCome = resolve
  })
  const server = createServer((asked, answer) => {
    const { method, url: path = '', headers } = asked
    if (missing.test(path)) {
      answer.writeHead(404).end()
      return
    }
    const onward = request({ hostname, port, method, path, headers }, async (answered) => {
      const isFirst = !isHeld && path === '/api/visitors/track'
      isHeld ||= isFirst
      if (isFirst) {
        await held
        answer.once('close', isOver)
      }
      answer.writeHead(answered.statusCode ?? 500, answered.headers)
      answered.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  const listening = await listenLocally(server, { cut: () => server.closeAllConnections() })
  onTestFinished(() => listening.goDown())
  return {
    url: `http://127.0.0.1:${listening.port}`,
    isHeld: () => isHeld,
    /** Resolves once the answer has gone out. */
    async letCome() {
      letCome()
      await over
    },
  }
}

// Requests that the browser's debugger looks at end with their page, as those of a real visit do not: so none are routed.
test.each([
  ['by our scripts', /nothing is missing/],
  ['by itself', /^\/assets\/react-/],
])(
  'a form that is sent %s before the first track call is answered leaves its browser its lead',
  async (how, missing) => {
    const network = await slowNetwork(missing)
    const { context, page } = await openVisitor(browser)
    onTestFinished(() => context.close())
    const email = `${how.replaceAll(' ', '-')}@example.com`
    await page.goto(`${network.url}/meme`)
    await expect.poll(network.isHeld).toBe(true)
    await page.locator('a[href="#access"]').filter({ visible: true }).first().click()
    await sendLeadDialog(page, { name: 'Ada Kern', email })
    await page.waitForURL(`${network.url}/freetraining*`)
    const own = async () => (await context.request.get(`${network.url}/api/leads/own`)).json()
    expect((await own()).lead?.email).toBe(email)
    // The next page has been told of, so that nothing else brings a cookie meanwhile.
    const viewsOf = (path: string) =>
      product.query(
        `select view.path from page_views view join lead_captures capture using (visitor_id)
          where capture.email = $1 and view.path = $2`,
        [email, path],
      )
    await expect.poll(() => viewsOf('/freetraining')).toHaveLength(1)
    await network.letCome()
    // The browser has read it before it has an answer that it asks for now.
    await page.evaluate(async () => void (await fetch('/favicon.svg', { cache: 'reload' })).text())
    expect((await own()).lead?.email).toBe(email)
    // The view of the form's page is counted all the same, once, and as the lead's.
    await page.goto(`${network.url}/terms`)
    await expect.poll(() => viewsOf('/meme')).toHaveLength(1)
  },
)

test('a page that is left before its first track call is answered, and the next one, are one visitor’s', async () => {
  const network = await slowNetwork(/nothing is missing/)
  const { context, page } = await openVisitor(browser)
  onTestFinished(() => context.close())
  const known = await product.query('select id from visitors')
  await page.goto(`${network.url}/meme2`)
  await expect.poll(network.isHeld).toBe(true)
  await page.goto(`${network.url}/lander-hack`)
  const views = `select path from page_views where path in ('/meme2', '/lander-hack') order by path`
  const paths = async () => (await product.query(views)).map(({ path }) => path)
  await expect.poll(paths).toEqual(['/lander-hack', '/meme2'])
  await network.letCome()
  expect(await product.query('select id from visitors')).toHaveLength(known.length + 1)
})

test('an application that is confirmed before its page’s first track call is answered is the same visitor’s', async () => {
  const network = await slowNetwork(/nothing is missing/)
  const { context, page } = await openVisitor(browser)
  onTestFinished(() => context.close())
  const known = await product.query('select id from visitors')
  // A form elsewhere led here, into a browser that was never here before.
  await page.goto(`${network.url}/thankyoucall?email=elsewhere%40example.com`)
  const applied = async () =>
    (await product.query("select visitor_id from milestones where kind = 'application'")).map(
      ({ visitor_id }) => visitor_id,
    )
  await expect.poll(applied).toHaveLength(2)
  await network.letCome()
  const views = "select visitor_id from page_views where path = '/thankyoucall'"
  await expect.poll(() => product.query(views)).toHaveLength(1)
  const [view] = await product.query(views)
  expect(await applied()).toEqual([view?.visitor_id, view?.visitor_id])
  expect(await product.query('select id from visitors')).toHaveLength(known.length + 1)
})
