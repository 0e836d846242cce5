import '#web/site/browser/clean-address.ts'
import { randomId } from '#contract/random-id.ts'
import { attributionOfRecord } from '#web/site/browser/attribution-record.ts'
import { bringLostScripts } from '#web/site/browser/bring-script.ts'
import { deviceReport } from '#web/site/browser/device-report.ts'
import { reportableAddress } from '#web/site/browser/personal-parameters.ts'
import { sessionId } from '#web/site/browser/session-id.ts'
import { timezone } from '#web/site/browser/timezone.ts'
import { markVisitKnown } from '#web/site/browser/visit-known.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { whenActivated } from '#web/site/browser/when-activated.ts'
import { onAnswer } from '#web/site/consent/ad-answer.ts'
import { carryAdvert } from '#web/site/consent/carry-advert.ts'
import { sendNoAgain } from '#web/site/consent/send-answer.ts'
import { visitLeave } from '#web/site/consent/visit-leave.ts'
import { deliver, deliverDue, deliverKept, forgetKept, isCookieUnderWay, watchPage } from './delivery.ts'
import type { OutgoingEvent } from './outbox.ts'

const isOwners = (path: string): boolean => path === '/analytics' || path.startsWith('/analytics/')

let seen = ''
let referrer = reportableAddress(document.referrer)
// Visits wait for each other: the first one's answer sets the cookie that the others are counted under.
let line: Promise<unknown> = Promise.resolve()

function visit(): void {
  const path = reportableAddress(location.pathname + location.search)
  if (path === seen || isOwners(location.pathname)) return
  seen = path
  const view = viewOf(path)
  referrer = location.origin + path
  const pageView = randomId()
  line = deliver(
    [trackOf(view), { id: pageView, url: '/api/visitors/page-view', body: { ...view, eventId: pageView } }],
    line,
  )
}

function viewOf(path: string): Record<string, unknown> {
  const record = visitorRecord()
  return {
    ...deviceReport(),
    ...attributionOfRecord(record, 'snake'),
    ...visitLeave(),
    path,
    title: document.title,
    referrer,
  }
}

function trackOf(view: Record<string, unknown>): OutgoingEvent {
  const id = randomId()
  const { landingPath } = visitorRecord()
  return { id, url: '/api/visitors/track', body: { ...view, eventId: id, landingPath } }
}

/** After a yes the visitor of this page load is tracked once more, now with all that may be known. */
function hearAnswer(choice: 'granted' | 'refused'): void {
  if (choice === 'refused') {
    forgetKept()
    if (isCookieUnderWay()) line = line.then(sendNoAgain)
  } else if (seen) line = line.then(() => deliver([trackOf(viewOf(seen))]))
}

function watchAddress(): void {
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method]
    history[method] = function (...change) {
      // The address that is left counts first.
      begin()
      original.apply(this, change)
      visit()
    }
  }
  addEventListener('popstate', visit)
}

/** Lets a form that posts by itself say from which page load it comes, as the calls of scripts do. */
function markForms(): void {
  addEventListener('formdata', ({ formData }) => formData.set('sessionId', sessionId))
}

// A visitor's page must work whatever becomes of measuring it.
function measure(run: () => void): void {
  try {
    run()
  } catch (error) {
    console.warn('This visit was not counted.', error)
  }
}

let hasBegun = false

/** Counts the page's first address, once, however often it is called. */
function begin(): void {
  if (hasBegun) return
  hasBegun = true
  measure(() => {
    // The visitor of the page before is this page's, too.
    line = deliverDue()
    visit()
    line = line.then(markVisitKnown).then(deliverKept)
  })
}

/** Begins in tasks of its own, so that a slow phone can answer a tap in between; at once where the page is left. */
function beginSoon(): void {
  addEventListener('pagehide', begin)
  document.addEventListener('visibilitychange', begin)
  setTimeout(() => {
    if (!hasBegun) measure(timezone)
    setTimeout(begin)
  })
}

whenActivated(() => {
  bringLostScripts('the others')
  measure(() => {
    // Before the page's leaving is watched: what begins then is kept, too.
    beginSoon()
    watchPage()
    carryAdvert()
    onAnswer(hearAnswer)
    watchAddress()
    markForms()
  })
})
