import { phone } from './test-browser.ts'

/**
 * Sends page views of as many visitors to a product, each with a path, source, campaign, ad and referrer of its own, as
 * fast as they are taken; returns what was answered other than 200.
 */
export async function sendDistinctViews(url: string, views: number, atOnce = 40): Promise<number[]> {
  const refused: number[] = []
  const waiting = Array.from({ length: views }, (_, n) => views - 1 - n)
  const sendOn = async () => {
    for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) {
      const answer = await fetch(`${url}/api/visitors/page-view`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': phone, origin: url },
        body: JSON.stringify({
          path: `/p-${n}?utm_source=s-${n}&utm_campaign=c-${n}&utm_ad=a-${n}`,
          referrer: `https://r-${n}.example/`,
          title: `Page ${n}`,
        }),
      })
      await answer.arrayBuffer()
      // As the tracker does, what comes while the server is busy is sent again.
      if (answer.status === 503) waiting.push(n)
      else if (answer.status !== 200) refused.push(answer.status)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOn))
  return refused
}

/** Every call by which the dashboard reads, for a range of all days. */
export const dashboardReads = [
  '/api/analytics/summary?range=all',
  '/api/analytics/overview?range=all',
  '/api/analytics/overview?range=today',
  '/api/analytics/filter-values?range=all&dimension=campaign',
  '/api/pages?range=all',
  '/api/pages/%2Fmeme/analytics?range=all',
  '/api/visitors?range=all',
  '/api/visitors?range=all&q=c-77',
  '/api/visitors?range=all&campaign=c-77',
  '/api/page-views?range=all',
  '/api/page-views?range=all&q=p-77',
  '/api/customers?range=all',
  '/api/analytics/records?range=all',
  '/api/auto-tags/rules',
  '/api/auto-tags/logs',
  '/api/auto-tags/summary',
  '/api/blocked-ips',
  '/api/blocked-pages',
  '/api/quarantine',
]
