import autocannon from 'autocannon'

const USER_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 332.0.0.38.90'

/** What came of a load: calls a second, their times in ms, how many were not answered with 200, and the views that were. */
export type Outcome = {
  perSecond: number
  p50: number
  p99: number
  mean: number
  other: number
  views: number
}

/**
 * Sends track and then page-view, with the cookie that the first got, for distinct visitors, at 50 connections unless said
 * otherwise: for so many seconds, as fast as they are taken or `perSecond`, or so many calls in all.
 */
export async function sendTracking(
  url: string,
  size: { seconds: number; perSecond?: number; connections?: number } | { calls: number },
): Promise<Outcome> {
  let visitor = 0
  let views = 0
  const result = await autocannon({
    url,
    connections: ('seconds' in size && size.connections) || 50,
    ...('seconds' in size
      ? { duration: size.seconds, ...(size.perSecond && { overallRate: size.perSecond }) }
      : { amount: size.calls }),
    headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT },
    requests: [
      {
        method: 'POST',
        path: '/api/visitors/track',
        setupRequest: (request, context: { cookie?: string }) => {
          visitor += 1
          context.cookie = undefined
          const body = JSON.stringify({
            path: `/lander-${visitor % 7}?utm_source=source${visitor % 5}&utm_campaign=spring`,
            title: 'A page',
            fingerprint: visitor,
            sessionId: `session-${visitor}`,
            timezone: 'America/New_York',
            language: 'en-US',
            screenWidth: 390,
            screenHeight: 844,
          })
          return { ...request, body }
        },
        onResponse: (_status, _body, context: { cookie?: string }, headers) => {
          const set = (headers as Record<string, string | string[]> | undefined)?.['set-cookie']
          context.cookie = (Array.isArray(set) ? set[0] : set)?.split(';')[0]
        },
      },
      {
        method: 'POST',
        path: '/api/visitors/page-view',
        setupRequest: (request, context: { cookie?: string }) => ({
          ...request,
          headers: { ...request.headers, ...(context.cookie ? { cookie: context.cookie } : {}) },
          body: JSON.stringify({
            path: `/lander-${visitor % 7}`,
            title: 'A page',
            fingerprint: visitor,
            sessionId: 's',
          }),
        }),
        onResponse: (status) => {
          if (status === 200) views += 1
        },
      },
    ],
  })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    mean: result.latency.mean,
    other: result.non2xx + result.errors + result.timeouts,
    views,
  }
}
