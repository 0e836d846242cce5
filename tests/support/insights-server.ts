import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLocally } from './listening-server.ts'

/** How the simulated reports may fail. */
export type InsightsFailure =
  | 'revoked'
  | 'throttled'
  | 'error-500'
  | 'garbage'
  | 'hang-up'
  | 'job-failed'
  | 'full'

/** What one ad of the simulated account spent on one day. */
export type AdDay = { day: string; ad: number; spend: string; impressions?: number; clicks?: number }

/** How a report on some day comes to nothing, each time: it fails, is never made, or its rows are refused. */
export type BrokenReport = 'job-failed' | 'job-running' | 'page-refused'

/** A running simulated Marketing API. */
export type InsightsServer = {
  url: string
  /** What the account spent; tests change it as they like. */
  spent: AdDay[]
  account: { name: string; currency: string; timezone_name: string }
  /** Every request so far, as its method and path with what was asked for. */
  requests: string[]
  /** The ranges of days for which reports were ordered. */
  ordered: { since: string; until: string }[]
  /** Refuses reports on more days than this. */
  mostDays: number
  /** Refuses reports on days before this one. */
  keepsFrom: string
  /** How often a report is asked for before it is done. */
  runsFor: number
  /** The day whose reports come to nothing, and how. */
  broken: { day: string; how: BrokenReport } | null
  failWith(mode: InsightsFailure, times?: number): void
  recover(): void
  /** Knows no report any more that was ordered before. */
  forgetReports(): void
  goDown(): Promise<void>
  comeBack(): Promise<void>
}

const A_DAY = 86_400_000
const PAGE = 2

/** Starts a local Marketing API that reports an account's costs as the vendor documents it. */
export async function startInsightsServer(options: {
  accountId: string
  token: string
}): Promise<InsightsServer> {
  const reports = new Map<string, { since: string; until: string; asked: number; fails: boolean }>()
  let failure: { mode: InsightsFailure; left: number } | null = null
  const server = {
    spent: [] as AdDay[],
    account: { name: 'Ada’s ads', currency: 'USD', timezone_name: 'America/Los_Angeles' },
    requests: [] as string[],
    ordered: [] as { since: string; until: string }[],
    mostDays: Number.POSITIVE_INFINITY,
    keepsFrom: '',
    runsFor: 1,
    broken: null as { day: string; how: BrokenReport } | null,
  }
  const howBroken = ({ since, until }: { since: string; until: string }) =>
    server.broken && since <= server.broken.day && server.broken.day <= until ? server.broken.how : undefined

  const answer = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
    void response
      .writeHead(status, {
        'content-type': 'application/json',
        'x-fb-ads-insights-throttle': JSON.stringify({ app_id_util_pct: 3, acc_id_util_pct: 9.5 }),
        ...headers,
      })
      .end(JSON.stringify(body))
  const error = (response: ServerResponse, code: number, more: object = {}) =>
    answer(response, 400, { error: { message: 'Invalid parameter', type: 'OAuthException', code, ...more } })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const url = new URL(request.url ?? '/', 'http://meta')
    const query = request.method === 'POST' ? new URLSearchParams(text) : url.searchParams
    const path = url.pathname.replace(/^\/v25\.0\//, '')
    server.requests.push(`${request.method} ${path}${url.search}`)
    const mode = failure && failure.left > 0 ? failure.mode : null
    if (failure && mode) failure.left -= 1
    if (mode === 'hang-up') return void request.socket.destroy()
    if (mode === 'garbage')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
    if (mode === 'error-500') return answer(response, 500, { error: 'oops' })
    if (mode === 'throttled')
      return error(response, 17, { error_subcode: 2_446_079, message: 'User request limit reached' })
    const isKnown = request.headers.authorization === `Bearer ${options.token}`
    if (mode === 'revoked' || !isKnown)
      return error(response, 190, { message: 'Error validating access token' })
    const full =
      mode === 'full'
        ? {
            'x-business-use-case-usage': JSON.stringify({
              1: [
                {
                  type: 'ads_insights',
                  call_count: 76,
                  total_cputime: 1,
                  total_time: 1,
                  estimated_time_to_regain_access: 7,
                },
              ],
            }),
          }
        : {}
    const account = `act_${options.accountId}`
    if (path === account)
      return answer(response, 200, { id: account, account_status: 1, ...server.account }, full)
    if (path === `${account}/insights` && request.method === 'POST') return order(response, query, mode, full)
    const [id = '', what] = path.split('/')
    const report = reports.get(id)
    if (!report) return error(response, 100, { error_subcode: 33, message: 'Unsupported get request.' })
    if (what === undefined) {
      report.asked += 1
      const how = howBroken(report)
      const isMade = report.asked >= server.runsFor && how !== 'job-running'
      const status =
        report.fails || how === 'job-failed' ? 'Job Failed' : isMade ? 'Job Completed' : 'Job Running'
      return answer(response, 200, { id, async_status: status, async_percent_completion: 50 }, full)
    }
    if (howBroken(report) === 'page-refused') return error(response, 100)
    page(response, report, query.get('after'), full)
  }

  function order(
    response: ServerResponse,
    query: URLSearchParams,
    mode: InsightsFailure | null,
    headers: object,
  ): void {
    const { since, until } = JSON.parse(query.get('time_range') ?? '{}')
    const days = (Date.parse(until) - Date.parse(since)) / A_DAY + 1
    const isRight = query.get('level') === 'ad' && query.get('time_increment') === '1' && days >= 1
    if (!isRight || !query.get('fields')?.includes('spend')) return void error(response, 100)
    server.ordered.push({ since, until })
    if (since < server.keepsFrom)
      return void error(response, 3018, {
        message: 'The start date of the time range cannot be beyond 37 months from the current date',
      })
    if (days > server.mostDays)
      return void error(response, 100, {
        error_subcode: 1_487_534,
        message: 'Please reduce the amount of data',
      })
    const id = String(9000 + server.ordered.length)
    reports.set(id, { since, until, asked: 0, fails: mode === 'job-failed' })
    answer(response, 200, { report_run_id: id }, headers)
  }

  function page(
    response: ServerResponse,
    { since, until }: { since: string; until: string },
    after: string | null,
    headers: object,
  ): void {
    const rows = server.spent.filter(({ day }) => day >= since && day <= until)
    const from = Number(after ?? 0)
    const data = rows.slice(from, from + PAGE).map(({ day, ad, spend, impressions = 10, clicks = 1 }) => ({
      ...{
        date_start: day,
        date_stop: day,
        campaign_id: '1',
        campaign_name: 'Autumn',
        adset_id: '2',
        adset_name: 'Set',
      },
      ...{
        ad_id: String(ad),
        ad_name: `Ad ${ad}`,
        spend,
        impressions: String(impressions),
        inline_link_clicks: String(clicks),
      },
    }))
    const end = from + PAGE
    const paging = {
      cursors: { after: String(end) },
      ...(end < rows.length && { next: 'https://graph.facebook.com/next' }),
    }
    answer(response, 200, { data, paging }, headers)
  }

  const http = createServer((request, response) => void handle(request, response))
  const { port, goDown, comeBack } = await listenLocally(http, { cut: () => http.closeAllConnections() })
  return Object.assign(server, {
    url: `http://127.0.0.1:${port}/v25.0`,
    failWith(mode: InsightsFailure, times = Number.POSITIVE_INFINITY) {
      failure = { mode, left: times }
    },
    recover() {
      failure = null
    },
    forgetReports() {
      reports.clear()
    },
    goDown,
    comeBack,
  })
}
