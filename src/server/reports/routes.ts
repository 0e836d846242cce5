import type { FastifyInstance } from 'fastify'
import { applicationsApi } from '#contract/application.ts'
import { autoTagsApi } from '#contract/auto-tags.ts'
import { journeyApi } from '#contract/journey.ts'
import { leadsApi } from '#contract/lead.ts'
import { mailsApi } from '#contract/mails.ts'
import { notesApi } from '#contract/notes.ts'
import { pageAnalyticsApi } from '#contract/page-analytics.ts'
import { reportsApi } from '#contract/summary.ts'
import { visitorsApi } from '#contract/visitor.ts'
import { sendTestLead } from '#server/capture/test-lead.ts'
import { retryMail } from '#server/mail/store.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { type Exchange, type OwnerGate, serve } from '#server/platform/http/serve.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import { giveTag, tagsOfLead, takeTag } from '#server/tagging/own-tags.ts'
import { switchRule } from '#server/tagging/write-rules.ts'
import { analysePage, listPages } from './analyse-page.ts'
import { listApplications } from './list-applications.ts'
import { listRules, summarizeRules } from './list-auto-tags.ts'
import { listHiddenLeads } from './list-hidden-leads.ts'
import { listLeads } from './list-leads.ts'
import { listMails, readMail } from './list-mails.ts'
import { listNextSteps } from './list-next-steps.ts'
import { type Page, sendPageHeaders } from './list-page.ts'
import { listPageViews } from './list-page-views.ts'
import { listQuarantine } from './list-quarantine.ts'
import { listTagLogs } from './list-tag-logs.ts'
import { listVisitors } from './list-visitors.ts'
import { noteLook } from './note-look.ts'
import { listFilterValues, readOverview } from './overview.ts'
import { ownHosts } from './own-hosts.ts'
import { readJourney, readLead, readVisitor } from './read-journey.ts'
import { type PageSetupParts, readPageSetup } from './read-page-setup.ts'
import { readsIn } from './reads-in-timezone.ts'
import { leadKeys, logKeys, visitorKeys } from './sort-keys.ts'
import { listSorted } from './sorted-list.ts'
import { summarize } from './summarize.ts'

/** The dashboard's reads, and the two small switches that stand beside their lists. */
export function reportRoutes(
  app: FastifyInstance,
  parts: {
    database: Database
    /** Where is read what a moment later is as good. */
    reads: Database
    queue: Pick<Queue, 'send'>
    /** Makes a lead of a submit that was held back. */
    releaseCapture(captureId: string): Promise<{ leadId: string }>
    ownerGate: OwnerGate
    newId: NewId
    clock: Clock
    live: Live
    publicUrl: string | undefined
    pageSetup: PageSetupParts
  },
): void {
  const { database, reads, ownerGate } = parts
  const now = () => parts.clock.now()
  const logParts = () => ({ database: reads, now: now(), isCrmConnected: parts.pageSetup.isCrmConnected() })
  const paged = <Row>({ reply }: Exchange, page: Page<Row>): Row[] => {
    sendPageHeaders(reply, page)
    return page.rows
  }

  const inTimezone = readsIn(database, reads, now)

  serve(app, reportsApi, ownerGate, {
    'GET /api/analytics/summary': inTimezone(async (query, _exchange, progress) => ({
      ...(await summarize(reads, query, now())),
      countingTimezone: progress === null ? null : { readIn: query.tz, progress },
    })),
    'POST /api/analytics/looks': () => noteLook(database, now()),
  })
  serve(app, applicationsApi, ownerGate, {
    'GET /api/applications': async (query, exchange) =>
      paged(exchange, await listApplications(reads, query, now())),
  })
  serve(app, pageAnalyticsApi, ownerGate, {
    'GET /api/analytics/overview': inTimezone((query) => readOverview(reads, query, now())),
    'GET /api/analytics/filter-values': inTimezone((query) => listFilterValues(reads, query, now())),
    'GET /api/pages': inTimezone(async (query, exchange) =>
      paged(exchange, await listPages(reads, query, now())),
    ),
    'GET /api/pages/:path/analytics': inTimezone(({ path, ...query }, { request }) =>
      analysePage(reads, path, query, now(), ownHosts(parts.publicUrl, request.hostname)),
    ),
    'GET /api/pages/:path/setup': async ({ path }) => readPageSetup(parts.pageSetup, path),
  })
  serve(app, journeyApi, ownerGate, {
    'GET /api/visitors/:id': ({ id }) => readVisitor(reads, id),
    'GET /api/leads/:leadId': ({ leadId }) => readLead(reads, leadId),
    'GET /api/customer-journey/:personId': ({ personId }) => readJourney(reads, personId),
  })
  serve(app, visitorsApi, ownerGate, {
    'GET /api/visitors': inTimezone(async (query, exchange) =>
      paged(exchange, await listSorted(query, visitorKeys, (asked) => listVisitors(reads, asked, now()))),
    ),
    'GET /api/page-views': inTimezone(async (query, exchange) =>
      paged(exchange, await listPageViews(reads, query, now())),
    ),
  })
  serve(app, leadsApi, ownerGate, {
    'GET /api/customers': inTimezone(
      async (query, exchange) => {
        const source = query.include === 'records' ? 'both' : 'customer'
        const list = (asked: typeof query) =>
          query.hidden === 'true'
            ? listHiddenLeads(reads, asked, now())
            : listLeads(reads, asked, source, now())
        return paged(exchange, await listSorted(query, leadKeys, list))
      },
      { isWhole: true },
    ),
    'GET /api/analytics/records': inTimezone(
      async (query, exchange) => paged(exchange, await listLeads(reads, query, 'analytics', now())),
      { isWhole: true },
    ),
    'GET /api/leads/:leadId/tags': async ({ leadId }) => {
      await readLead(reads, leadId)
      return tagsOfLead(reads, leadId)
    },
    'POST /api/leads/:leadId/tags': async ({ leadId, tagName }) => {
      await readLead(database, leadId)
      await database.transaction().execute(async (transaction) => {
        const tag = { id: parts.newId(), leadId, tagName, at: now() }
        if (await giveTag(transaction, tag)) await orderDelivery(parts.queue, transaction, leadId)
      })
      parts.live.changed('tags')
      return tagsOfLead(database, leadId)
    },
    'DELETE /api/leads/:leadId/tags/:tagName': async ({ leadId, tagName }) => {
      await readLead(database, leadId)
      if (!(await takeTag(database, leadId, tagName)))
        throw new Refusal('not-found', 'The lead has no such tag that was given by hand.')
      parts.live.changed('tags')
      return tagsOfLead(database, leadId)
    },
    'POST /api/leads/:leadId/send-test': async ({ leadId }) => {
      await sendTestLead(parts, leadId, now())
      parts.live.changed('leads')
      return { success: true }
    },
    'GET /api/quarantine': async (query, exchange) => paged(exchange, await listQuarantine(reads, query)),
    'POST /api/quarantine/:id/release': async ({ id }) => {
      const { leadId } = await parts.releaseCapture(id)
      parts.live.changed('leads')
      return { success: true, leadId }
    },
  })
  serve(app, { 'GET /api/next-steps': notesApi['GET /api/next-steps'] }, ownerGate, {
    'GET /api/next-steps': async ({ limit }, exchange) => paged(exchange, await listNextSteps(reads, limit)),
  })
  serve(app, mailsApi, ownerGate, {
    'GET /api/mails': async (query, exchange) => paged(exchange, await listMails(reads, query)),
    'GET /api/mails/:id': ({ id }) => readMail(reads, id),
    'POST /api/mails/:id/retry': async ({ id }) => {
      if (!isId(id) || !(await retryMail(database, id)))
        throw new Refusal('not-found', 'There is no mail with this id that could be tried again.')
      parts.live.changed('mail')
      return { success: true }
    },
  })
  serve(app, autoTagsApi, ownerGate, {
    'GET /api/auto-tags/rules': () => listRules(reads),
    'GET /api/auto-tags/summary': () => summarizeRules(reads, now()),
    'GET /api/auto-tags/logs': async (query, exchange) =>
      paged(exchange, await listSorted(query, logKeys, (asked) => listTagLogs(logParts(), asked))),
    'GET /api/auto-tags/logs/:ruleId': async ({ ruleId, ...query }, exchange) => {
      if (!isId(ruleId)) throw new Refusal('not-found', 'There is no such rule.')
      return paged(
        exchange,
        await listSorted(query, logKeys, (asked) => listTagLogs(logParts(), asked, ruleId)),
      )
    },
    'PUT /api/auto-tags/rules/:ruleId/toggle': async ({ ruleId, isActive }) => {
      const isKnown = isId(ruleId) && (await switchRule(parts, ruleId, isActive))
      const [rule] = isKnown ? await listRules(database, ruleId) : []
      if (!rule) throw new Refusal('not-found', 'There is no such rule.')
      parts.live.changed('tags')
      return rule
    },
  })
}
