import { z } from 'zod'
import type {
  LaterEvent,
  OfflineConversionKind,
  PixelEventName,
  PixelMoment,
  PlannedEvent,
} from './ads-on-page.ts'
import { group, toggle, words } from './content-fields.ts'

/** What can be reported on a page: each is one switch, with its value, for the owner. */
const slots = {
  view: { moment: 'load', event: 'ViewContent', once: 'visitor', title: 'ViewContent when the page opens' },
  loadLead: { moment: 'load', event: 'Lead', once: 'visitor', title: 'Lead when the page opens' },
  popupView: { moment: 'popup', event: 'ViewContent', once: 'visitor', title: 'ViewContent on the popup' },
  popupLead: { moment: 'popup', event: 'Lead', once: 'visitor', title: 'Lead on the popup' },
  lead: { moment: 'submit', event: 'Lead', once: 'visitor', title: 'Lead when the form is sent' },
  registration: {
    moment: 'submit',
    event: 'CompleteRegistration',
    once: 'visitor',
    title: 'CompleteRegistration when the form is sent',
  },
  checkout: {
    moment: 'checkout',
    event: 'InitiateCheckout',
    once: 'visitor',
    title: 'InitiateCheckout on the checkout button',
  },
  application: { moment: 'load', event: 'SubmitApplication', once: 'person', title: 'SubmitApplication' },
  purchase: { moment: 'load', event: 'Purchase', once: 'person', title: 'Purchase' },
  schedule: { moment: 'load', event: 'Schedule', once: 'booking', title: 'Schedule, once per booking' },
} as const satisfies Record<
  string,
  { moment: PixelMoment; event: PixelEventName; once: PlannedEvent['once']; title: string }
>

type Slot = keyof typeof slots
type Initial = { value?: number; content?: string }

const amount = (initial: number) =>
  z
    .number()
    .min(0, 'must be 0 or more')
    .max(1_000_000, 'must be at most 1,000,000')
    .default(initial)
    .meta({ title: 'Value (0: none)' })
const currency = z
  .string()
  .trim()
  .regex(/^[A-Z]{3}$/, 'must be a currency in three capitals, e.g. USD')
  .default('USD')
  .meta({ title: 'Currency' })

const reported = (title: string, { value = 0, content = '' }: Initial) =>
  group(title, {
    on: toggle('Report it'),
    value: amount(value),
    currency,
    content: words('Content name', content, 100),
  })

const onPage = <S extends Slot>(title: string, events: Record<S, Initial>) => {
  const switches = Object.entries<Initial>(events).map(([slot, initial]) => [
    slot,
    reported(slots[slot as Slot].title, initial),
  ])
  // `Object.fromEntries` forgets the names of the keys it was given.
  return group(title, Object.fromEntries(switches) as Record<S, ReturnType<typeof reported>>)
}

const onSubmit = { lead: {}, registration: {} }
const meme = { popupView: {}, popupLead: {}, registration: {} }
const lander = { view: {}, popupView: {}, lead: {} }

/** What the server reports of what happens after the pages; only with Meta's access token. */
const LaterEvents = group('What comes later, reported by the server', {
  applied: reported('SubmitApplication, once the application form confirms it', { content: 'Applied' }),
  booked: reported('Schedule, once the calendar confirms it', { content: 'Call booked' }),
  held: reported('CallHeld, once you say so, or two hours after a booked call that nobody marked as missed', {
    content: 'Call held',
  }),
  paid: group('Purchase with the amount paid, once the checkout confirms it', {
    on: toggle('Report it'),
    content: words('Content name', 'Payment', 100),
  }),
  refunded: group('Refund with the amount given back, where the payment was reported', {
    on: toggle('Report it'),
    content: words('Content name', 'Refund', 100),
  }),
})

/**
 * Meta's pixel: its id and what each page reports. The defaults are the table of docs/spec.md, 'The advert pixel'.
 */
export const Pixel = group('Meta pixel', {
  id: z
    .string()
    .trim()
    .regex(/^\d{0,20}$/, 'must be the digits of the pixel’s id')
    .default('')
    .meta({ title: 'Pixel id (empty: no pixel, nothing is loaded)', format: 'pixel-id' }),
  pageView: toggle('PageView on each page below, for campaigns that optimise for landing page views', false),
  pages: group('Events by page', {
    '/': onPage('Home', onSubmit),
    '/freetraining': onPage('Free training', onSubmit),
    '/freetraining2': onPage('Free training 2', { loadLead: {}, ...onSubmit }),
    '/freetrainingc': onPage('Free training, gated', onSubmit),
    '/meme': onPage('Meme', meme),
    '/meme2': onPage('Meme 2', meme),
    '/lander-college': onPage('Lander: college', lander),
    '/lander-hack': onPage('Lander: hack', lander),
    '/thankyoucall': onPage('Thank you, call', {
      purchase: { value: 40, content: 'High Application' },
    }),
    '/thankyoucallb': onPage('Thank you, call B', { purchase: { value: 3 } }),
    '/thankyoucallc': onPage('Application received', {
      application: { content: 'Application Submitted' },
    }),
    '/qualified': onPage('Qualified', { application: { content: 'Low Application' } }),
    '/bookstrategy': onPage('Book a strategy call', {
      application: { content: 'Strategy Session Booking' },
      purchase: { value: 50 },
    }),
    '/callbooked': onPage('Call booked', { schedule: {} }),
    '/builder': onPage('Builder', { view: {}, checkout: {} }),
  }),
  later: LaterEvents,
})
export type Pixel = z.output<typeof Pixel>

type Switch = z.output<ReturnType<typeof reported>>

function plannedEvent(slot: Slot, set: Switch): PlannedEvent {
  const { moment, event, once } = slots[slot]
  // A purchase must name its value; elsewhere a currency without a value is refused by Meta.
  const hasValue = set.value > 0 || event === 'Purchase'
  return {
    moment,
    event,
    once,
    ...(hasValue && { value: set.value, currency: set.currency }),
    ...(set.content && { content: set.content }),
  }
}

/** What a page reports today: its events that are switched on; none without a pixel id. */
export function pixelPlan(pixel: Pixel, path: string): PlannedEvent[] {
  const pages: Record<string, Partial<Record<Slot, Switch>> | undefined> = pixel.pages
  const set = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (!pixel.id || !set) return []
  const own = Object.entries(set).flatMap(([slot, event]) =>
    // The keys of a page's events are slots: the schema above made them.
    event?.on ? [plannedEvent(slot as Slot, event)] : [],
  )
  return pixel.pageView ? [{ moment: 'load', event: 'PageView', once: 'visitor' }, ...own] : own
}

const laterNames: Record<OfflineConversionKind, LaterEvent['event']> = {
  applied: 'SubmitApplication',
  booked: 'Schedule',
  held: 'CallHeld',
  paid: 'Purchase',
  refunded: 'Refund',
}

/** How an offline conversion is reported today; undefined where the owner has switched it off, or has no pixel. */
export function laterPlan(pixel: Pixel, conversion: OfflineConversionKind): LaterEvent | undefined {
  const set: { on: boolean; content: string; value?: number; currency?: string } = pixel.later[conversion]
  if (!pixel.id || !set.on) return undefined
  const { value, currency, content } = set
  return { event: laterNames[conversion], content, ...(value && currency ? { value, currency } : {}) }
}
