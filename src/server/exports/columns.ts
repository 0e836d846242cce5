import type { ListedApplication } from '#contract/application.ts'
import { attributionKeys, camelKey } from '#contract/attribution-keys.ts'
import type { AutoTagLog } from '#contract/auto-tags.ts'
import { type Lead, stageLabels } from '#contract/lead.ts'
import type { Timezone } from '#contract/range.ts'
import { type ListedVisitor, notCountedLabels, type PageView } from '#contract/visitor.ts'
import type { CsvColumn } from './csv.ts'

type Device = ListedVisitor['device']
type Value = string | number | null

/** A moment as spreadsheets read it, in a timezone: '2026-11-21 06:02:09'. */
export function localTime(tz: Timezone): (iso: string | null) => string | null {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: tz, dateStyle: 'short', timeStyle: 'medium' })
  return (iso) => (iso === null ? null : format.format(new Date(iso)))
}

const column = <Row>(heading: string, value: (row: Row) => Value): CsvColumn<Row> => ({ heading, value })

// The contract lists the same keys for every row, so each column finds its value.
const attribution = <Row extends object>(): CsvColumn<Row>[] =>
  attributionKeys.map((key) => column(key, (row) => (row as Record<string, Value>)[camelKey(key)] ?? null))

const device = <Row extends { device: Device }>(): CsvColumn<Row>[] => [
  column('Device type', (row) => row.device.category),
  column('Manufacturer', (row) => row.device.manufacturer),
  column('Model', (row) => row.device.model),
  column('OS', (row) => row.device.os),
  column('OS version', (row) => row.device.osVersion),
  column('Browser', (row) => row.device.browser),
  column('Browser version', (row) => row.device.browserVersion),
  column('App', (row) => row.device.app),
]

/** The columns of the visitors file. */
export function visitorCsv(tz: Timezone): CsvColumn<ListedVisitor>[] {
  const time = localTime(tz)
  return [
    column('Visitor ID', ({ id }) => id),
    column('PersonID', ({ personId }) => personId),
    column('Name', ({ name }) => name),
    column('Email', ({ email }) => email),
    column('Phone', ({ phone }) => phone),
    column('IP address', ({ ipAddress }) => ipAddress),
    column('Visits', ({ visitsInRange }) => visitsInRange),
    column('Page views', ({ viewsInRange }) => viewsInRange),
    column('Visits (all time)', ({ visitCount }) => visitCount),
    column('Page views (all time)', ({ pageViewCount }) => pageViewCount),
    column(`First seen (${tz})`, ({ firstSeen }) => time(firstSeen)),
    column(`Last seen (${tz})`, ({ lastSeenInRange }) => lastSeenInRange && time(lastSeenInRange)),
    column('Landing path', ({ landingPath }) => landingPath),
    column('Timezone', ({ timezone }) => timezone),
    column('Language', ({ language }) => language),
    ...attribution<ListedVisitor>(),
    ...device<ListedVisitor>(),
    column('Not counted because', ({ excluded, hiddenBy, isCounted }) => {
      const reason = excluded ?? hiddenBy ?? (isCounted ? null : 'unseen')
      return reason && notCountedLabels[reason]
    }),
  ]
}

/** The columns of the leads file. */
export function leadCsv(tz: Timezone, isCrmConnected: boolean): CsvColumn<Lead>[] {
  const time = localTime(tz)
  return [
    column('Lead ID', ({ id }) => id),
    column('PersonID', ({ personId }) => personId),
    column('Name', ({ name }) => name),
    column('Email', ({ email }) => email),
    column('Phone', ({ phone }) => phone),
    column('Phone (E.164)', ({ phoneE164 }) => phoneE164),
    column('Stage', ({ stage }) => stageLabels[stage]),
    column('Tags', ({ tags }) => tags.join('; ')),
    column('Signup page', ({ slug }) => slug),
    column('Landing path', ({ landingPath }) => landingPath),
    column('Lead magnet', ({ leadMagnet }) => leadMagnet),
    column(`First seen (${tz})`, ({ firstSeen }) => time(firstSeen)),
    column(`Last updated (${tz})`, ({ lastSeen }) => time(lastSeen)),
    column('Captures', ({ captureCount }) => captureCount),
    column('Capture source', ({ captureSource }) => captureSource),
    column('Next step', ({ nextStep }) => nextStep?.text ?? null),
    column('Next step by', ({ nextStep }) => nextStep?.dueOn ?? null),
    // Without a CRM nothing waits for one.
    column('CRM', ({ delivery: { state } }) => (!isCrmConnected && state === 'waiting' ? null : state)),
    column('CRM reason', ({ delivery }) => delivery.reason),
    column('CRM contact', ({ delivery }) => delivery.contactId),
    column('IP address', ({ ipAddress }) => ipAddress),
    column('Timezone', ({ timezone }) => timezone),
    column('Language', ({ language }) => language),
    ...attribution<Lead>(),
    ...device<Lead>(),
  ]
}

/** The columns of the applications file: one for each question of the form as it stands, and one for what was asked before or is asked no longer. */
export function applicationCsv(tz: Timezone, questions: string[]): CsvColumn<ListedApplication>[] {
  const time = localTime(tz)
  // Two questions may have the same words, each of them for some; a column holds what is still asked.
  const isInColumn = ({ question, isOffWay }: ListedApplication['answers'][number]) =>
    questions.includes(question) && !isOffWay
  const answerTo = (row: ListedApplication, question: string) =>
    row.answers
      .filter((one) => one.question === question && isInColumn(one))
      .map(({ answer }) => answer)
      .join('; ') || null
  return [
    column('Application ID', ({ id }) => id),
    column('State', ({ isFinished }) => (isFinished ? 'finished' : 'left unfinished')),
    column(`Begun (${tz})`, ({ startedAt }) => time(startedAt)),
    column(`Last answer (${tz})`, ({ at }) => time(at)),
    column('Answered', ({ answered }) => answered),
    column('Questions', ({ of }) => of),
    column('Led to', ({ ending }) => ending),
    column('Page', ({ page }) => page),
    column('Lead ID', ({ leadId }) => leadId),
    column('Name', ({ name }) => name),
    column('Email', ({ email }) => email),
    column('Phone', ({ phone }) => phone),
    ...questions.map((question) => column<ListedApplication>(question, (row) => answerTo(row, question))),
    column('Other answers', ({ answers }) =>
      answers
        .filter((one) => !isInColumn(one))
        .map(
          ({ question, answer, isOffWay }) => `${question}${isOffWay ? ' (no longer asked)' : ''} ${answer}`,
        )
        .join('; '),
    ),
  ]
}

/** The columns of the page views file. */
export function pageViewCsv(tz: Timezone): CsvColumn<PageView>[] {
  const time = localTime(tz)
  return [
    column(`Time (${tz})`, ({ timestamp }) => time(timestamp)),
    column('Page', ({ page }) => page),
    column('Title', ({ metadata }) => metadata.title),
    column('Referrer', ({ referrer }) => referrer),
    column('Visitor ID', ({ visitorId }) => visitorId),
    ...attribution<PageView>(),
  ]
}

/** The columns of the tag log file. */
export function tagLogCsv(tz: Timezone): CsvColumn<AutoTagLog>[] {
  const time = localTime(tz)
  return [
    column(`Time (${tz})`, ({ timestamp }) => time(timestamp)),
    column('Status', ({ status }) => status),
    column('Tag', ({ tagName }) => tagName),
    column('Lead', ({ leadName }) => leadName),
    column('Email', ({ leadEmail }) => leadEmail),
    column('Cause', ({ trigger }) => trigger),
    column('Page', ({ triggerData }) => triggerData.page ?? null),
    column('Watch time (s)', ({ triggerData }) => triggerData.watchTime ?? null),
    column('Took (ms)', ({ executionTime }) => executionTime),
    column('Reason', ({ errorMessage }) => errorMessage),
    column('CRM contact', ({ ghlContactId }) => ghlContactId),
  ]
}
