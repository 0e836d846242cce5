import '#web/site/browser/clean-address.ts'
import { attributionOfRecord } from '#web/site/browser/attribution-record.ts'
import { deviceReport } from '#web/site/browser/device-report.ts'
import { reportableAddress } from '#web/site/browser/personal-parameters.ts'
import { randomId, sessionId } from '#web/site/browser/random-id.ts'
import { markVisitKnown } from '#web/site/browser/visit-known.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { whenActivated } from '#web/site/browser/when-activated.ts'
import { deliver, deliverKept, watchPage } from './delivery.ts'

const isOwners = (path: string): boolean => path === '/analytics' || path.startsWith('/analytics/')

let seen = ''
let referrer = reportableAddress(document.referrer)
// Visits wait for each other: the first one's answer sets the cookie that the others are counted under.
let line: Promise<unknown> = Promise.resolve()

function visit(): void {
  const path = reportableAddress(location.pathname + location.search)
  if (path === seen || isOwners(location.pathname)) return
  seen = path
  const record = visitorRecord()
  const view = {
    ...deviceReport,
    ...attributionOfRecord(record, 'snake'),
    path,
    title: document.title,
    referrer,
    sessionId,
  }
  referrer = location.origin + path
  const [track, pageView] = [randomId(), randomId()]
  line = line.then(() =>
    deliver([
      {
        id: track,
        url: '/api/visitors/track',
        body: { ...view, eventId: track, landingPath: record.landingPath },
      },
      { id: pageView, url: '/api/visitors/page-view', body: { ...view, eventId: pageView } },
    ]),
  )
}

function watchAddress(): void {
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method]
    history[method] = function (...change) {
      original.apply(this, change)
      visit()
    }
  }
  addEventListener('popstate', visit)
}

// A visitor's page must work whatever becomes of measuring it.
whenActivated(() => {
  try {
    watchPage()
    visit()
    line = line.then(markVisitKnown).then(deliverKept)
    watchAddress()
  } catch (error) {
    console.warn('This visit was not counted.', error)
  }
})
