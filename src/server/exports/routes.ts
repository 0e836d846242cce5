import type { FastifyInstance } from 'fastify'
import type { AutoTagLog } from '#contract/auto-tags.ts'
import type { CsvSeparator } from '#contract/csv-separator.ts'
import { exportApi } from '#contract/export.ts'
import type { Lead } from '#contract/lead.ts'
import { type RangeQuery, rangeAsked } from '#contract/range.ts'
import type { ListedVisitor } from '#contract/visitor.ts'
import { resolveRange } from '#server/counting/resolve-range.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listAdPeople } from '#server/reports/list-ad-people.ts'
import { readApplicationsPage } from '#server/reports/list-applications.ts'
import { listHiddenLeads } from '#server/reports/list-hidden-leads.ts'
import { readLeadsPage } from '#server/reports/list-leads.ts'
import { readPageViewsPage } from '#server/reports/list-page-views.ts'
import { readTagLogsPage } from '#server/reports/list-tag-logs.ts'
import { readVisitorsPage } from '#server/reports/list-visitors.ts'
import { readAds } from '#server/reports/read-ads.ts'
import { readsIn } from '#server/reports/reads-in-timezone.ts'
import { leadKeys, logKeys, visitorKeys } from '#server/reports/sort-keys.ts'
import { adCsv, adPersonCsv } from './ad-columns.ts'
import { allInOrder, allRows, allWhoReturn, type ReadPage } from './all-rows.ts'
import { applicationCsv, leadCsv, pageViewCsv, tagLogCsv, visitorCsv } from './columns.ts'
import type { CsvColumn } from './csv.ts'
import { sendCsv } from './send-csv.ts'

/** The lists as files (docs/spec.md, 'Lists'): of people, whoever was listed at the moment the export began. */
export function exportRoutes(
  app: FastifyInstance,
  parts: {
    ownerGate: OwnerGate
    database: Database
    reads: Database
    clock: Clock
    isCrmConnected(): boolean
    /** The questions of the application form as they stand. */
    applicationQuestions(): string[]
  },
): void {
  const { reads, clock } = parts
  // A file tells the same numbers as the screen beside it.
  const inTimezone = readsIn(parts.database, reads, () => clock.now())
  const fileName = (what: string, query: RangeQuery, now: Date) => {
    const { firstDay, lastDay } = resolveRange(query, now)
    return query.range === 'all' ? `${what}-all-to-${lastDay}` : `${what}-${firstDay}-to-${lastDay}`
  }
  const fileOf = <Row>(
    what: string,
    query: RangeQuery & { separator: CsvSeparator },
    now: Date,
    columns: CsvColumn<Row>[],
  ) => ({ name: fileName(what, query, now), columns, separator: query.separator })
  const returning = <Row extends { id: string; firstSeen: string }>(read: ReadPage<Row>) =>
    allWhoReturn(read, clock, ({ firstSeen }) => firstSeen)
  serve(app, exportApi, parts.ownerGate, {
    'GET /api/export/ads.csv': inTimezone(
      (query, exchange) => {
        const now = clock.now()
        return sendCsv(
          exchange,
          fileOf(`ads-by-${query.level}`, query, now, adCsv),
          allRows(async () => {
            const { rows, unattributed, path } = await readAds(reads, query, now)
            const last = { level: query.level, name: 'Unattributed', id: null, platform: '', ...unattributed }
            return { rows: path.length > 0 ? rows : [...rows, last], next: null }
          }),
        )
      },
      { isWhole: true },
    ),
    'GET /api/export/ad-people.csv': inTimezone(
      (query, exchange) => {
        const now = clock.now()
        const file = fileOf('people-of-ads', query, now, adPersonCsv(query.tz, parts.isCrmConnected()))
        const people = returning((position) => listAdPeople(reads, { ...query, ...position }, now))
        return sendCsv(exchange, file, people)
      },
      { isWhole: true },
    ),
    'GET /api/export/visitors.csv': inTimezone((query, exchange) => {
      const now = clock.now()
      const read: ReadPage<ListedVisitor> = (position) =>
        readVisitorsPage(reads, { ...query, ...position }, now)
      const visitors = allInOrder(query, visitorKeys, read, returning(read))
      return sendCsv(exchange, fileOf('visitors', query, now, visitorCsv(query.tz)), visitors)
    }),
    'GET /api/export/leads.csv': inTimezone(
      (query, exchange) => {
        const now = clock.now()
        const source = query.include === 'records' ? 'both' : 'customer'
        const read: ReadPage<Lead> = (position) =>
          query.hidden === 'true'
            ? listHiddenLeads(reads, { ...query, ...position }, now)
            : readLeadsPage(reads, { ...query, ...position }, source, now)
        const leads = allInOrder(query, leadKeys, read, returning(read))
        const columns = leadCsv(query.tz, parts.isCrmConnected())
        return sendCsv(exchange, fileOf('leads', query, now, columns), leads)
      },
      { isWhole: true },
    ),
    'GET /api/export/applications.csv': (query, exchange) => {
      const now = clock.now()
      const questions = [...new Set(parts.applicationQuestions())]
      const columns = applicationCsv(query.tz, questions)
      const applications = allWhoReturn(
        (position) => readApplicationsPage(reads, { ...query, ...position }, now),
        clock,
        ({ startedAt }) => startedAt,
      )
      return sendCsv(exchange, fileOf('applications', query, now, columns), applications)
    },
    'GET /api/export/page-views.csv': inTimezone((query, exchange) => {
      const now = clock.now()
      const views = allRows((position) => readPageViewsPage(reads, { ...query, ...position }, now))
      return sendCsv(exchange, fileOf('page-views', query, now, pageViewCsv(query.tz)), views)
    }),
    'GET /api/export/tag-logs.csv': ({ ruleId, ...query }, exchange) => {
      if (ruleId !== undefined && !isId(ruleId)) throw new Refusal('not-found', 'There is no such rule.')
      const now = clock.now()
      const name = rangeAsked(query, 'all') === 'all' ? 'tag-log' : fileName('tag-log', query, now)
      const { separator } = query
      const list = { database: reads, now, isCrmConnected: parts.isCrmConnected() }
      const read: ReadPage<AutoTagLog> = (position) =>
        readTagLogsPage(list, { ...query, ...position }, ruleId ?? null)
      const logs = allInOrder(query, logKeys, read, allRows(read))
      return sendCsv(exchange, { name, columns: tagLogCsv(query.tz), separator }, logs)
    },
  })
}
