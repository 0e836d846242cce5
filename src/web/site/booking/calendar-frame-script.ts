import { isInAppBrowser } from '#web/site/browser/in-app-browser.ts'
import { calendarFrameAddress, calendarPage, type Prefill } from './calendar-address.ts'
import { calendarMessage, welcome } from './calendar-message.ts'

const PATIENCE_MS = 4000

/** What a calendar is opened with. `metadata` comes back with the calendar's webhook. */
export type CalendarVisit = { prefill: Prefill; metadata: Record<string, string> }

/** Points a link at the calendar's own page, filled in; inside an app's browser it opens in this same tab. */
export function aimAtCalendar(link: HTMLAnchorElement, calendar: string, prefill: Prefill): void {
  link.href = calendarPage(calendar, prefill)
  if (!isInAppBrowser(navigator.userAgent)) return
  link.removeAttribute('target')
  if (link.dataset.sameTab) link.textContent = link.dataset.sameTab
}

function frameFor(place: HTMLElement, calendar: string, visit: CalendarVisit): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.className = 'calendar-frame'
  frame.title = place.dataset.title ?? ''
  // The calendar knows by this name that it stands in a page of someone else's.
  frame.name = 'cal-embed='
  frame.allow = 'payment'
  frame.src = calendarFrameAddress(calendar, visit.prefill, visit.metadata)
  return frame
}

/**
 * Opens the calendar in its place: a skeleton until the calendar says it is ready, then the calendar at its own
 * height. Where it is not usable within 4 s, a link to it appears; it goes again when the calendar comes after all.
 */
export function openCalendar(place: HTMLElement, visit: CalendarVisit): void {
  const calendar = place.dataset.calendar
  if (!calendar || place.querySelector('iframe')) return
  const frame = frameFor(place, calendar, visit)
  const rescue = place.querySelector<HTMLAnchorElement>('.calendar-rescue a')
  if (rescue) aimAtCalendar(rescue, calendar, visit.prefill)
  const show = (state: 'opening' | 'stuck' | 'ready') => {
    place.dataset.state = state
  }
  const origin = new URL(frame.src).origin
  let timer = 0
  addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const message = calendarMessage(event.data)
    if (message?.kind === 'listening') frame.contentWindow?.postMessage(welcome, origin)
    if (message?.kind === 'height') frame.style.height = `${message.pixels}px`
    if (message?.kind === 'ready' || message?.kind === 'failed') {
      clearTimeout(timer)
      show(message.kind === 'ready' ? 'ready' : 'stuck')
    }
  })
  show('opening')
  place.append(frame)
  timer = window.setTimeout(() => show('stuck'), PATIENCE_MS)
}
