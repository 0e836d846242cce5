import { z } from 'zod'
import { AdPeopleQuery, AdsQuery } from './ad-results.ts'
import { ApplicationsQuery } from './application.ts'
import { LogsQuery } from './auto-tags.ts'
import { csvSeparators } from './csv-separator.ts'
import type { Endpoints } from './endpoint.ts'
import { LeadsQuery } from './lead.ts'
import { ListQuery } from './range.ts'
import { VisitorsQuery } from './visitor.ts'

const csv = z.string()
const paging = { limit: true, cursor: true } as const
const parted = {
  separator: z
    .enum(csvSeparators)
    .default('comma')
    .describe('What parts the cells. Where semicolons do, decimals have the comma.'),
}

/**
 * Whole lists as CSV files (UTF-8 with a byte order mark, CRLF), streamed: the same range, filter, search and order as
 * the list. A cell that a spreadsheet would run as a formula begins with an apostrophe.
 */
export const exportApi = {
  'GET /api/export/ads.csv': {
    for: 'owner',
    input: AdsQuery.extend(parted),
    output: csv,
    summary: 'The table of ads at one level as CSV, what is unattributed last.',
  },
  'GET /api/export/ad-people.csv': {
    for: 'owner',
    input: AdPeopleQuery.omit(paging).extend(parted),
    output: csv,
    summary: 'All people behind a figure of the table of ads as CSV.',
  },
  'GET /api/export/visitors.csv': {
    for: 'owner',
    input: VisitorsQuery.omit(paging).extend(parted),
    output: csv,
    summary: 'All visitors of the list as CSV.',
  },
  'GET /api/export/leads.csv': {
    for: 'owner',
    input: LeadsQuery.omit(paging).extend(parted),
    output: csv,
    summary: 'All leads of the list as CSV.',
  },
  'GET /api/export/page-views.csv': {
    for: 'owner',
    input: ListQuery.omit(paging).extend(parted),
    output: csv,
    summary: 'All page views of the list as CSV.',
  },
  'GET /api/export/tag-logs.csv': {
    for: 'owner',
    input: LogsQuery.omit(paging).extend({ ...parted, ruleId: z.string().optional() }),
    output: csv,
    summary: 'All rule executions, or those of one rule, as CSV.',
  },
  'GET /api/export/applications.csv': {
    for: 'owner',
    input: ApplicationsQuery.omit(paging).extend(parted),
    output: csv,
    summary: 'All applications by the form of the site as CSV, an answer a column.',
  },
} satisfies Endpoints
