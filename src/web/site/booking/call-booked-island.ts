import { personalParameters } from '#web/site/browser/clean-address.ts'
import { keep, recall } from '#web/site/browser/entry-memory.ts'
import { type Booking, bookingIn, isBooking, lastParameters } from './booking-parameters.ts'
import { locationText, meetingTime } from './meeting-time.ts'
import { knownOutcome, tagBooking } from './tag-booking.ts'
import type { TagOutcome } from './tag-outcome.ts'

const PATIENCE_MS = 1500

/**
 * Where this page was opened inside a frame, opens it in the whole window instead and never resolves. Resolves at
 * once outside a frame, and where the browser refuses: the page then works where it is.
 */
function leaveFrame(address: string): Promise<'whole' | 'framed'> {
  const { top } = window
  if (!top || top === window.self) return Promise.resolve('whole')
  try {
    top.location.replace(address)
    // Some browsers refuse without saying so.
    return new Promise((resolve) => setTimeout(() => resolve('framed'), PATIENCE_MS))
  } catch {
    return Promise.resolve('framed')
  }
}

// Visitors do not wait for our bookkeeping: by then they see their booking, whatever the CRM does.
const LOADING_AT_MOST_MS = 2500

const arrived = { ...lastParameters(location.search), ...personalParameters }

function readBooking(): Booking {
  const kept = Object.keys(personalParameters).length > 0 ? undefined : recall('booking', isBooking)
  const booking = kept ?? bookingIn(arrived)
  if (!kept) keep('booking', booking)
  return booking
}

/** Puts the details into their places, still covered: the page gets its final shape at once and never jumps. */
function layOutDetails(page: HTMLElement, booking: Booking): void {
  const ticket = page.querySelector<HTMLElement>('.ticket')
  const state = ticket?.querySelector<HTMLElement>('.ticket-state')
  if (!ticket || !state) return
  const shown: Record<string, string | undefined> = {
    title: booking.title,
    time: meetingTime(booking.startTime),
    name: booking.attendeeName,
    email: booking.email,
    location: locationText(booking.location),
  }
  for (const row of ticket.querySelectorAll<HTMLElement>('[data-row]')) {
    const text = shown[row.dataset.row ?? '']
    const place = row.querySelector('dd')
    if (place && text) place.textContent = text
    row.hidden = !text
  }
  const isKnown = Object.values(shown).some(Boolean)
  const list = ticket.querySelector('dl')
  if (list) list.hidden = !isKnown
  state.dataset.afterwards = (shown.time ? ticket.dataset.zone : isKnown ? '' : ticket.dataset.unknown) ?? ''
  page.dataset.state = 'loading'
}

function showDetails(page: HTMLElement): void {
  const state = page.querySelector<HTMLElement>('.ticket-state')
  if (!state || page.dataset.state === 'done') return
  state.textContent = state.dataset.afterwards ?? ''
  page.dataset.state = 'done'
}

function showError(page: HTMLElement, message: string): void {
  const banner = page.querySelector<HTMLElement>('.booked-error')
  if (!banner) return
  banner.hidden = false
  banner.textContent = message
}

function showBadge(page: HTMLElement, name: 'tagged' | 'processing', isShown: boolean): void {
  const badge = page.querySelector<HTMLElement>(`[data-badge=${name}]`)
  if (badge) badge.hidden = !isShown
}

async function outcomeFor(page: HTMLElement, booking: Booking): Promise<TagOutcome> {
  const known = knownOutcome(booking)
  if (known) return known
  const { failed = '', network = '' } = page.dataset
  showBadge(page, 'processing', true)
  const outcome = await tagBooking(booking, { failed, network })
  showBadge(page, 'processing', false)
  return outcome
}

async function confirmBooking(page: HTMLElement): Promise<void> {
  const address = `${location.origin}${location.pathname}?${new URLSearchParams(arrived)}`
  if ((await leaveFrame(address)) === 'framed')
    for (const link of page.ownerDocument.querySelectorAll('a')) link.target = '_top'
  const booking = readBooking()
  if (!booking.email) showError(page, page.dataset.noEmail ?? '')
  layOutDetails(page, booking)
  if (booking.email && booking.isSuccess) {
    const patience = setTimeout(() => showDetails(page), LOADING_AT_MOST_MS)
    const outcome = await outcomeFor(page, booking)
    clearTimeout(patience)
    if (outcome.kind === 'tagged') showBadge(page, 'tagged', true)
    if (outcome.kind === 'failed') showError(page, outcome.message)
  }
  showDetails(page)
}

const page = document.querySelector<HTMLElement>('.booked')
if (page) void confirmBooking(page)
