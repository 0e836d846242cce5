import { expect, onTestFinished } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { rawRequest } from '#support/raw-request.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'

const token = 'the token of the metrics'.replaceAll(' ', '-')

async function run(environment: Record<string, string> = {}): Promise<RunningProduct> {
  const product = await runProduct({ environment })
  onTestFinished(() => product.end())
  return product
}

const scrape = async (product: RunningProduct, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${product.url}/metrics`, { headers })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

/** The samples of a text in Prometheus' format, each under its name with its labels; throws where a line is none. */
function samplesOf(text: string): Map<string, number> {
  const samples = new Map<string, number>()
  const families = new Set<string>()
  for (const line of text.trimEnd().split('\n')) {
    const [, kind, family = ''] = /^# (HELP|TYPE) ([a-z_0-9]+) .+$/.exec(line) ?? []
    if (kind === 'TYPE') {
      expect(families.has(family), `${family} stands once`).toBe(false)
      families.add(family)
    }
    if (kind) continue
    const [, sample = '', value] =
      /^([a-z_0-9]+(?:\{[a-z]+="(?:[^"\\\n]|\\.)*"(?:,[a-z]+="(?:[^"\\\n]|\\.)*")*\})?) (-?[\d.e+-]+)$/.exec(
        line,
      ) ?? []
    expect(value, line).toBeDefined()
    expect(samples.has(sample), `${sample} stands once`).toBe(false)
    samples.set(sample, Number(value))
  }
  return samples
}

ordinaryTest(
  'requests, queues, disks, database and process are told, and nothing of a person or a made-up address',
  async () => {
    const product = await run()
    const browser = product.browser()
    for (let at = 0; at < 40; at += 1) await browser.get(`/nowhere/${at}?email=jane@example.com`)
    await browser.post('/api/visitors/track', { path: '/meme?email=jane@example.com' })
    await browser.post('/api/visitors/page-view', { path: '/meme' })
    await browser.post('/api/capture-lead', {
      ...{ name: 'Jane Doe', email: 'jane@example.com', phone: '202-555-0143', page: '/meme' },
    })
    expect((await browser.post('/api/webhooks/cal', {})).status).toBeGreaterThanOrEqual(400)
    // One route that takes several methods.
    for (const method of ['GET', 'HEAD']) await browser.send(method, '/films/sample-1.webm')

    // A database that takes longer to answer than a scrape waits is told of by the next one.
    const { status, type, text } = await waitFor('the database to be told of', async () => {
      const told = await scrape(product)
      return told.text.includes('leadline_database_up 1') && told
    })
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    const samples = samplesOf(text)
    const requests = 'leadline_http_requests_total'
    expect(samples.get(`${requests}{method="any",route="unknown",status="4xx"}`)).toBe(40)
    expect(samples.get(`${requests}{method="POST",route="/api/visitors/track",status="2xx"}`)).toBe(1)
    for (const method of ['GET', 'HEAD'])
      expect(samples.get(`${requests}{method="${method}",route="/films/:name",status="2xx"}`)).toBe(1)
    const took = 'leadline_http_request_duration_seconds'
    const ofTrack = 'method="POST",route="/api/visitors/track"'
    expect(samples.get(`${took}_count{${ofTrack}}`)).toBe(1)
    expect(samples.get(`${took}_bucket{${ofTrack},le="+Inf"}`)).toBe(1)
    expect(samples.get('leadline_webhooks_total{vendor="cal",result="taken"}')).toBe(0)
    expect(samples.get('leadline_crm_deliveries{state="waiting"}')).toBe(1)
    expect(samples.get('leadline_database_up')).toBe(1)
    expect(samples.get('leadline_disk_full{place="data"}')).toBe(0)
    for (const name of [
      ...['leadline_uncounted_events', 'leadline_uncounted_oldest_seconds', 'leadline_tracking_waiting'],
      ...['leadline_jobs{job="deliver-lead-to-crm",state="waiting"}', 'leadline_mails{state="waiting"}'],
      ...['leadline_database_connections{state="in-use"}', 'leadline_database_waiting'],
      ...['leadline_database_size_bytes', 'leadline_disk_free_bytes{place="media"}'],
      ...['nodejs_eventloop_lag_max_seconds', 'process_resident_memory_bytes'],
    ])
      expect(samples.get(name), name).toBeGreaterThanOrEqual(0)
    expect(text).not.toMatch(/jane|\bdoe\b|555-?0143|\/nowhere/i)
  },
)

thoroughTest('a proxy on this machine opens the metrics to nobody, told of or not', async () => {
  const local = await run()
  const traces: Record<string, string>[] = [
    { 'X-Forwarded-For': '203.0.113.9' },
    { Forwarded: 'for=203.0.113.9' },
    { Via: '1.1 a-proxy' },
    { 'X-Real-IP': '203.0.113.9' },
    // What a proxy on this machine might be made to pass on as if it came from here.
    { 'X-Forwarded-For': '127.0.0.1' },
  ]
  for (const headers of traces)
    expect((await scrape(local, headers)).status, JSON.stringify(headers)).toBe(404)
  const named = await rawRequest(local.url, {
    method: 'GET',
    path: '/metrics',
    headers: { host: 'your.domain' },
  })
  expect(named.status).toBe(404)
  expect((await scrape(local)).status).toBe(200)

  const behind = await run({ TRUST_PROXY: 'loopback', PUBLIC_URL: 'https://your.example' })
  expect((await scrape(behind, { 'X-Forwarded-For': '203.0.113.9' })).status).toBe(404)
  expect((await scrape(behind, { 'X-Forwarded-For': '127.0.0.1' })).status).toBe(404)
  expect((await scrape(behind)).status).toBe(200)

  // It is on the internet, so something stands in front that nobody told of, and that may tell nothing of itself.
  const untold = await run({ PUBLIC_URL: 'https://your.example' })
  expect((await scrape(untold)).status).toBe(404)
})

ordinaryTest('with a token whoever brings it may read, from wherever, and nobody else', async () => {
  const product = await run({ METRICS_TOKEN: token, TRUST_PROXY: 'loopback' })
  const far = { 'X-Forwarded-For': '203.0.113.9' }
  expect((await scrape(product)).status).toBe(401)
  for (const authorization of ['Bearer', 'Bearer wrong', `Bearer ${token}x`, `Basic ${token}`])
    expect((await scrape(product, { ...far, authorization })).status).toBe(401)
  const { status, text } = await scrape(product, { ...far, authorization: `Bearer ${token}` })
  expect(status).toBe(200)
  expect(text).toContain('leadline_http_requests_total')
})

ordinaryTest('without its database the process is still told of', async () => {
  const product = await run()
  await product.query('alter table rollup_queue rename to rollup_queue_away')
  const { status, text } = await scrape(product)
  expect(status).toBe(200)
  expect(samplesOf(text).get('leadline_database_up')).toBe(0)
  expect(samplesOf(text).get('process_resident_memory_bytes')).toBeGreaterThan(0)
  await product.query('alter table rollup_queue_away rename to rollup_queue')
  await waitFor('the database to be told of again', async () =>
    (await scrape(product)).text.includes('leadline_database_up 1'),
  )
})
