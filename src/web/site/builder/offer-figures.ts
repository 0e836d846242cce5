import { fillPlaceholders } from '#contract/fill-placeholders.ts'
import type { BuilderWords } from '#contract/site-content-builder.ts'

/** The places of the offer: `left` is never below 0, and nobody is said to be there who is not. */
export function placesOf(offer: Pick<BuilderWords['offer'], 'places' | 'taken'>) {
  const taken = Math.min(offer.taken, offer.places)
  return { places: offer.places, taken, left: offer.places - taken, isFull: taken >= offer.places }
}

const grouped = (value: number): string => value.toLocaleString('en-US')

/**
 * Every figure the page's texts may name, as it is shown. Only places, prices, minutes and weeks are the owner's;
 * the rest is worked out from them, so that the page cannot contradict itself.
 */
export function figuresOf({ offer, steps }: Pick<BuilderWords, 'offer' | 'steps'>) {
  const { places, taken, left } = placesOf(offer)
  const weeks = steps.length
  const hours = (weeks * offer.minutes) / 60
  const money = (value: number) => offer.currency + grouped(Math.round(value))
  const saved = Math.max(0, offer.regular - offer.price)
  return {
    places: grouped(places),
    taken: grouped(taken),
    left: grouped(left),
    price: money(offer.price),
    regular: money(offer.regular),
    saved: money(saved),
    discount: `${Math.round((saved / offer.regular) * 100)}%`,
    hourly: money(hours > 0 ? offer.price / hours : offer.price),
    weeks: grouped(weeks),
    minutes: grouped(offer.minutes),
    hours: grouped(Math.round(hours * 10) / 10),
    days: grouped(weeks * 7),
  }
}

function filled(value: unknown, figures: Record<string, string>): unknown {
  if (typeof value === 'string') return fillPlaceholders(value, figures)
  if (Array.isArray(value)) return value.map((item) => filled(item, figures))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, figures)]))
}

/** The page's words with the offer's figures filled in. */
export function withFigures(words: BuilderWords): BuilderWords {
  // The same shape comes out as went in: only texts change.
  return filled(words, figuresOf(words)) as BuilderWords
}

/** The words of the places left. */
export function leftInWords({ offer, urgency }: Pick<BuilderWords, 'offer' | 'urgency'>): string {
  const { left } = placesOf(offer)
  return left === 0 ? urgency.full : left === 1 ? urgency.leftOne : urgency.leftMany
}
