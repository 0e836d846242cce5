import { z } from 'zod'
import { type AdReports, TooMuchData } from '#server/integrations/ad-reports.ts'
import { answerText } from '#server/integrations/answer-text.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import { whyNoAnswer } from '#server/integrations/why-no-answer.ts'
import { answerToError } from './answer-to-error.ts'
import { type MetaSettings, VENDOR } from './settings.ts'
import { readUsage } from './usage.ts'

const Account = z.object({
  id: z.string(),
  name: z.string().catch(''),
  currency: z.string(),
  timezone_name: z.string().catch('UTC'),
})
const Ordered = z.object({ report_run_id: z.union([z.string(), z.number()]).transform(String) })
const Progress = z.object({ async_status: z.string() })
const digits = z.union([z.string(), z.number()]).transform(String)
const text = z.string().catch('')
const Page = z.object({
  data: z.array(
    z.object({
      date_start: z.string(),
      campaign_id: text,
      campaign_name: text,
      adset_id: text,
      adset_name: text,
      ad_id: text,
      ad_name: text,
      spend: digits.catch('0'),
      impressions: digits.catch('0'),
      inline_link_clicks: digits.catch('0'),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
})
const TooMuch = z.object({ error: z.object({ code: z.literal(100), error_subcode: z.literal(1_487_534) }) })

const FIELDS =
  'campaign_id,campaign_name,adset_id,adset_name,ad_id,ad_name,spend,impressions,inline_link_clicks,date_start,date_stop'
const PAGE = '500'
// What is left belongs to whoever else works with the account.
const ENOUGH_PERCENT = 75
const REST_AT_LEAST_MS = 300_000
const LONGEST_REST_MS = 3_600_000

const SENTENCES = {
  'vendor-fault': 'could not give its report now',
  'rate-limited': 'allows no more calls for now',
  'refused-credentials': 'does not accept the access token or the ad account',
  'invalid-request': 'refused to report',
} as const

/** Meta's Marketing API, as far as it reports what the ads of one account cost. */
export function createInsights(settings: MetaSettings & { accountId: string }): AdReports {
  const { token, accountId, timeoutMs = 30_000 } = settings
  const base = settings.baseUrl.replace(/\/+$/, '')
  let restMs = 0

  async function ask<S extends z.ZodType>(
    schema: S,
    path: string,
    call: { method?: 'POST'; query?: Record<string, string> } = {},
  ): Promise<z.output<S>> {
    const query = new URLSearchParams(call.query)
    const isPost = call.method === 'POST'
    let response: Response
    let body: unknown
    try {
      response = await fetch(`${base}/${path}${isPost ? '' : `?${query}`}`, {
        method: call.method ?? 'GET',
        // The token never travels in an address: those end up in logs.
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
        ...(isPost && { body: query }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      body = parsed(await answerText(response))
    } catch (error) {
      const { kind, why } = whyNoAnswer(error)
      throw new VendorError(`${VENDOR} gave no report: ${why}.`, { vendor: VENDOR, kind })
    }
    const usage = readUsage(response.headers)
    restMs =
      usage.percent >= ENOUGH_PERCENT
        ? Math.min(Math.max(usage.restMs, REST_AT_LEAST_MS), LONGEST_REST_MS)
        : 0
    if (!response.ok) {
      if (TooMuch.safeParse(body).success) throw new TooMuchData('fewer days must be asked for')
      const error = answerToError({ status: response.status, body, token, sentences: SENTENCES })
      if (error.kind === 'rate-limited')
        restMs = Math.min(Math.max(usage.restMs, REST_AT_LEAST_MS), LONGEST_REST_MS)
      throw error
    }
    const read = schema.safeParse(body)
    if (read.success) return read.data
    throw new VendorError(`${VENDOR} gave no report: its answer could not be read.`, {
      ...{ vendor: VENDOR, kind: 'vendor-fault', status: response.status },
    })
  }

  return {
    async readAccount() {
      const account = await ask(Account, `act_${accountId}`, {
        query: { fields: 'name,currency,timezone_name,account_status' },
      })
      return {
        ...{ id: accountId, name: account.name, currency: account.currency.toUpperCase() },
        timezone: account.timezone_name,
      }
    },
    async order({ from, to }) {
      const { report_run_id } = await ask(Ordered, `act_${accountId}/insights`, {
        method: 'POST',
        query: {
          ...{ level: 'ad', fields: FIELDS, time_increment: '1', limit: PAGE },
          time_range: JSON.stringify({ since: from, until: to }),
        },
      })
      return report_run_id
    },
    async stateOf(reportId) {
      const { async_status } = await ask(Progress, encodeURIComponent(reportId))
      if (async_status === 'Job Completed') return 'done'
      return /failed|skipped/i.test(async_status) ? 'failed' : 'running'
    },
    async readPage(reportId, after) {
      const page = await ask(Page, `${encodeURIComponent(reportId)}/insights`, {
        query: { limit: PAGE, ...(after !== undefined && { after }) },
      })
      const cursor = page.paging?.cursors?.after
      return {
        rows: page.data.map((row) => ({
          ...{ day: row.date_start, campaignId: row.campaign_id, campaign: row.campaign_name },
          ...{ adsetId: row.adset_id, adset: row.adset_name, adId: row.ad_id, ad: row.ad_name },
          ...{ spend: row.spend, impressions: row.impressions, clicks: row.inline_link_clicks },
        })),
        next: page.paging?.next === undefined ? undefined : cursor,
      }
    },
    takeRestMs() {
      const rest = restMs
      restMs = 0
      return rest
    },
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
