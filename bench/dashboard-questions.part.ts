import { type RangeName, rangeLabels } from '#contract/range.ts'
import { readConfig } from '#server/config.ts'
import { startProduct } from '#server/start-product.ts'
import {
  addressOfVisitor,
  FREQUENT_ANSWER,
  nameOfLead,
  RARE_ANSWER,
  SHARED_NETWORK,
} from './fill-installation.part.ts'

/** The owner's password of every installation that is asked. */
export const PASSWORD = 'benchmark password'

const ranges = (Object.keys(rangeLabels) as RangeName[]).filter((range) => range !== 'custom')
const every = (name: string, path: string, names: RangeName[]): [string, string][] =>
  names.map((range) => [`${name}, ${range}`, `${path}${path.includes('?') ? '&' : '?'}range=${range}`])
const rare = encodeURIComponent('/rare-page')
const busy = encodeURIComponent('/page-3')
const tag = (name: string) => encodeURIComponent(name)
const open: RangeName[] = ['this-week', 'all']
const openAndPast: RangeName[] = ['this-week', 'last-month', 'all']
const leads = '/api/customers?include=records'

/** Every question the dashboard asks, with its name; the ids stand for a visitor, lead and person of an installation. */
export const questions: [string, string][] = [
  ...every('summary', '/api/analytics/summary', ranges),
  ...every('overview', '/api/analytics/overview', [
    'today',
    'yesterday',
    'last-7-days',
    'last-30-days',
    'last-month',
    'all',
  ]),
  ...every('overview of a campaign', '/api/analytics/overview?campaign=campaign%207', [
    'today',
    'last-30-days',
    'all',
  ]),
  ...every('overview of an ad', '/api/analytics/overview?ad=ad%207', ['last-30-days']),
  ...every('overview of a page', `/api/analytics/overview?page=${busy}`, ['last-30-days']),
  ...every('campaigns to choose', '/api/analytics/filter-values?dimension=campaign', ['last-30-days', 'all']),
  ...every('pages', '/api/pages', ['today', 'this-week', 'last-month', 'all']),
  ...every('busy page', `/api/pages/${busy}/analytics`, openAndPast),
  ...every('rare page', `/api/pages/${rare}/analytics`, openAndPast),
  ...every('visitors', '/api/visitors', openAndPast),
  ...every('visitors, q frequent', '/api/visitors?q=source3', openAndPast),
  ...every('visitors, q an address', `/api/visitors?q=${addressOfVisitor(1234)}`, openAndPast),
  ...every('visitors, q half an address', `/api/visitors?q=${SHARED_NETWORK}`, openAndPast),
  ...every('visitors, q nowhere', '/api/visitors?q=nobody', open),
  ...every('visitors of busy page', `/api/visitors?page=${busy}`, openAndPast),
  ...every('visitors of rare page', `/api/visitors?page=${rare}`, openAndPast),
  ...every('visitors of source', '/api/visitors?source=source3', openAndPast),
  // As many visitors as both have: only some fifty of the small one's were there this week.
  ...every('visitors of source and page', `/api/visitors?source=source3&page=${busy}&limit=50`, [
    'this-week',
  ]),
  ...every('visitors of source and page', `/api/visitors?source=source3&page=${busy}`, ['last-month', 'all']),
  ...every('visitors of rare page, q', `/api/visitors?q=source3&page=${rare}`, open),
  ...every('leads', leads, openAndPast),
  ...every('leads, q frequent', `${leads}&q=example`, openAndPast),
  ...every('leads, q rare', `${leads}&q=${nameOfLead(1234)}`, openAndPast),
  ...every('leads, q answered by many', `${leads}&q=${FREQUENT_ANSWER}`, openAndPast),
  ...every('leads, q answered by five', `${leads}&q=${RARE_ANSWER}`, openAndPast),
  ...every('leads of a step, q answered by many', `${leads}&step=applied&limit=20&q=${FREQUENT_ANSWER}`, [
    'all',
  ]),
  // As many as both have: the small one has some forty of a week.
  ...every('applications', '/api/applications?limit=20', ['this-week']),
  ...every('applications', '/api/applications', ['last-month', 'all']),
  ...every('applications, q answered by many', `/api/applications?q=${FREQUENT_ANSWER}`, openAndPast),
  ...every('applications, q answered by five', `/api/applications?q=${RARE_ANSWER}`, openAndPast),
  ...every('applications left unfinished', '/api/applications?state=left&limit=1', ['this-week', 'all']),
  ...every('leads of frequent tag', `${leads}&tag=${tag('VH01 - Lead')}`, openAndPast),
  ...every('leads of rare tag', `${leads}&tag=${tag('VH04 - Booked Call')}`, openAndPast),
  // As many leads as both have: fewer than 100 of the small one's reached a step within a week or a month, or came by a
  // campaign within a week.
  ...every('leads of a step', `${leads}&step=applied&limit=20`, ['this-week', 'last-month']),
  ...every('leads of a step', `${leads}&step=applied`, ['all']),
  ...every('leads of a campaign', `${leads}&campaign=campaign%207&limit=20`, ['this-week']),
  ...every('leads of a campaign', `${leads}&campaign=campaign%207`, ['last-month', 'all']),
  ...every('page views', '/api/page-views', openAndPast),
  ...every('page views, q frequent', '/api/page-views?q=page-3', openAndPast),
  ...every('page views, q rare', '/api/page-views?q=rare-p', openAndPast),
  ['rules', '/api/auto-tags/rules'],
  ['rule logs', '/api/auto-tags/logs'],
  ['rule logs, q frequent', '/api/auto-tags/logs?q=example'],
  ['rule logs, q rare', `/api/auto-tags/logs?q=${nameOfLead(1234)}`],
  ['blocking preview, busy page', `/api/blocked-pages/preview?pagePath=${busy}`],
  ['blocking preview, rare page', `/api/blocked-pages/preview?pagePath=${rare}`],
  ['blocking preview, address', `/api/blocked-ips/preview?ipAddress=${addressOfVisitor(1234)}`],
  ['quarantine', '/api/quarantine'],
  ['visitor detail', '/api/visitors/ID'],
  ['lead detail', '/api/leads/ID'],
  ['journey of a person', '/api/customer-journey/ID'],
]

/** How often each question is asked, and for how long at least. */
type Effort = { rounds: number; atLeastMs: number }

// What takes two milliseconds is asked hundreds of times: forty of them fit into one hiccup of the machine.
const forFigures: Effort = { rounds: 40, atLeastMs: 1500 }
const WARM_UP_ROUNDS = 3

/** An installation that is running and answers its owner. */
export type Asked = { ask(path: string): Promise<number>; end(): Promise<void> }

/** What a question took, in ms, in order. */
export type Answered = { name: string; small: number[]; large: number[] }

/** Starts the product on a data folder and signs in; `ask` says how many ms an answer took, and throws where there was none. */
export async function openToAsk(dataDir: string): Promise<Asked> {
  const product = await startProduct(
    readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', OWNER_PASSWORD: PASSWORD }),
    { say: () => {} },
  )
  const signedIn = await fetch(`${product.url}/api/analytics/verify-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const answerOf = async (path: string) => (await fetch(product.url + path, { headers: { cookie } })).json()
  const [lead] = await answerOf('/api/customers?range=all&limit=1')
  return {
    async ask(path) {
      const id = path.startsWith('/api/customer-journey') ? lead.personId : lead.id
      const begun = performance.now()
      const answer = await fetch(product.url + path.replace('ID', id), { headers: { cookie } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      return performance.now() - begun
    },
    end: () => product.stop(),
  }
}

/**
 * Asks two installations every question in turn, because the machine's speed drifts, and tells of each when it is through;
 * with the default effort its times are figures.
 */
export async function askBoth(
  small: Asked,
  large: Asked,
  tell: (answered: Answered) => void,
  { rounds, atLeastMs }: Effort = forFigures,
): Promise<void> {
  for (const [name, path] of questions) {
    const answered: Answered = { name, small: [], large: [] }
    const begun = performance.now()
    for (
      let round = 0;
      round < rounds + WARM_UP_ROUNDS || performance.now() - begun < atLeastMs;
      round += 1
    ) {
      const [one, other] = [await small.ask(path), await large.ask(path)]
      // The first rounds warm caches and connections.
      if (round < WARM_UP_ROUNDS) continue
      answered.small.push(one)
      answered.large.push(other)
    }
    for (const times of [answered.small, answered.large]) times.sort((one, other) => one - other)
    tell(answered)
  }
}

/** The time below which a share of sorted times is. */
export const pick = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** A number of page views as it is printed. */
export const sized = (count: number): string =>
  (count >= 1_000_000 ? `${count / 1_000_000}M` : `${count / 1000}k`).padStart(8)
