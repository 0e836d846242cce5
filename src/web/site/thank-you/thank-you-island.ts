import '#web/site/browser/clean-address.ts'
import type { AnnouncedCall } from '#contract/calls.ts'
import { arrivedPerson } from '#web/site/booking/arrived-person.ts'
import { aimAtCalendar, openCalendar } from '#web/site/booking/calendar-frame-script.ts'
import { calendarVisit } from '#web/site/booking/calendar-visit.ts'
import { completeApplication, confirmApplication } from '#web/site/booking/funnel-posts.ts'
import { keep, recall } from '#web/site/browser/entry-memory.ts'
import { startFrameDialog } from '#web/site/page/frame-dialog-script.ts'
import {
  CALL_AFTER_SECONDS,
  type CallState,
  type CallWords,
  callStateAt,
  callText,
  reportedState,
} from './call-countdown.ts'
import { nextPause } from './call-pauses.ts'

/** Asks how this visitor's call stands; undefined without an answer. Never throws. */
async function askCallState(): Promise<AnnouncedCall | undefined> {
  try {
    const answer = await fetch('/api/calls/state', { credentials: 'include' })
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/**
 * Tells each state of the announced call, the present one at once and then every change. This is the one place that
 * knows where the state comes from: the countdown, which a reload does not start over, until the voice agent reports a
 * real state, or it is certain that no call will come (docs/spec.md, 'Thank-you pages').
 */
function followCall(tell: (state: CallState) => void): void {
  const startedAt = recall('countdown', isTime) ?? Date.now()
  keep('countdown', startedAt)
  let isReported = false
  const step = () => {
    if (isReported) return
    const now = Date.now()
    const state = callStateAt(startedAt, now)
    tell(state)
    if (state.kind === 'expected')
      setTimeout(step, Math.max(50, startedAt + (CALL_AFTER_SECONDS + 1 - state.seconds) * 1000 - now))
  }
  step()

  const openedAt = Date.now()
  const ask = async (asked: number) => {
    const call = await askCallState()
    const state = reportedState(call)
    if (state) {
      isReported = true
      tell(state)
    }
    const pause = nextPause(call, asked, (Date.now() - openedAt) / 1000)
    if (pause !== undefined) setTimeout(ask, pause * 1000, asked + 1)
  }
  void ask(1)
}

const SPEAK_AFTER_MS = 400

/**
 * Shows the announced call's state on its card, and where there is none, what to do instead. The seconds count silently;
 * screen readers hear the first state, the call itself and what the voice agent reports, not every second between.
 */
function startCallCard(card: HTMLElement): void {
  const text = card.querySelector('.call-state')
  const spoken = card.querySelector('.call-spoken')
  if (!text || !spoken) return
  const words = wordsOn(card)
  let shown = ''
  followCall((state) => {
    const isFirst = shown === ''
    const line = callText(state, words)
    if (line === shown) return
    shown = line
    text.textContent = line
    // The line under the seconds starts where they start, also after a reload.
    if (isFirst && state.kind === 'expected')
      card.style.setProperty('--call-since', `${state.seconds - CALL_AFTER_SECONDS}s`)
    card.dataset.call = state.kind === 'reported' ? state.status : state.kind
    if (state.kind === 'not-called') offerInstead(state)
    // A live region is only heard when it changes after the page has been read.
    if (isFirst || state.kind !== 'expected') setTimeout(() => (spoken.textContent = line), SPEAK_AFTER_MS)
  })
}

function wordsOn(card: HTMLElement): CallWords {
  const { waiting = '', lastSecond = '', calling = '', notCalled = '', reported = '{}' } = card.dataset
  // The page was rendered with the words of every state.
  return { waiting, lastSecond, calling, notCalled, reported: JSON.parse(reported) }
}

function offerInstead({ reason }: Extract<CallState, { kind: 'not-called' }>): void {
  for (const words of document.querySelectorAll<HTMLElement>('[data-call-note]')) words.hidden = true
  for (const words of document.querySelectorAll<HTMLElement>('[data-no-call]'))
    words.hidden = words.dataset.noCall !== 'any' && words.dataset.noCall !== reason
}

/** Makes 'Book Call Now' open the calendar in a dialog; without modal dialogs it stays a link to the calendar. */
async function startBookingDialog(page: string): Promise<void> {
  const button = document.querySelector<HTMLAnchorElement>('.book-button')
  const dialog = document.querySelector<HTMLDialogElement>('#booking')
  const place = dialog?.querySelector<HTMLElement>('.calendar')
  const calendar = place?.dataset.calendar
  if (!button || !dialog || !place || !calendar) return
  const visit = calendarVisit(page)
  if (typeof dialog.showModal === 'function') {
    button.addEventListener('click', async (event) => {
      event.preventDefault()
      dialog.showModal()
      openCalendar(place, await visit)
    })
    startFrameDialog(dialog)
  }
  aimAtCalendar(button, calendar, (await visit).prefill)
}

const page = location.pathname

confirmApplication(page)
const main = document.querySelector<HTMLElement>('main')
// Only the pages that announce a call take a completed application (docs/spec.md, 'Thank-you pages').
if (main?.dataset.completes === 'yes') completeApplication(arrivedPerson, page)

const card = document.querySelector<HTMLElement>('[data-waiting]')
if (card) startCallCard(card)
void startBookingDialog(page)
