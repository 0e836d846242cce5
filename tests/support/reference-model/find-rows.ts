import { activityOf, type Browser, type Counted, different, type Lead, type View } from './happened.ts'

/** A row that a list should show: its id, by which time it is ordered, and what it should say. */
export type Row = { id: string; at: Date; says: Record<string, unknown> }

const holds = (q: string, texts: (string | null | undefined)[]): boolean =>
  q === '' || texts.some((text) => text?.toLowerCase().includes(q.toLowerCase()))

/** A text and a phone number as digits alone: where three or more are typed, as numbers are, they are looked for. */
const hasDigits = (q: string, phone: string): boolean => {
  const digits = q.replace(/\D/g, '')
  return /^[\d\s()+./-]+$/.test(q) && digits.length >= 3 && phone.replace(/\D/g, '').includes(digits)
}

/**
 * Visitors with one of the views or captures, each at its newest one, and those without any, found by a text; they say
 * how often they were here in all, and what they did in the days that are asked for.
 */
export function findVisitors(active: Counted, q: string, { views: all }: Counted, inDays: Counted): Row[] {
  const isFound = ({ foundBy: { address, timezone, firstTouch } }: Browser) =>
    holds(q, [address, timezone, firstTouch?.source, firstTouch?.campaign])
  const seen = active.withoutActivity.flatMap((who) => (who.seenAt ? [{ who, at: who.seenAt }] : []))
  return [...newestOf(activityOf(active), ({ browser }) => browser), ...seen]
    .filter(({ who }) => isFound(who))
    .map(({ who, at }) => {
      const timesOf = (list: View[]) =>
        list.filter(({ browser }) => browser === who).map((view) => view.at.getTime())
      const [own, then] = [timesOf(all), timesOf(inDays.views)]
      const activeThen = activityOf(inDays)
        .filter(({ browser }) => browser === who)
        .map((event) => event.at.getTime())
      const says = {
        pageViewCount: own.length,
        visitCount: countVisits(own),
        viewsInRange: then.length,
        visitsInRange: countVisits(then),
        lastSeenInRange: new Date(
          Math.max(...activeThen, ...(activeThen.length === 0 ? [at.getTime()] : [])),
        ).toISOString(),
        isCounted: activeThen.length > 0,
      }
      return { id: who.id, at, says }
    })
}

/** Leads with one of the captures, each at its newest one, found by a text and by what each has to be. */
export function findLeads(
  captures: Counted['captures'],
  q: string,
  isWanted: (lead: Lead) => boolean = () => true,
): Row[] {
  return newestOf(captures, ({ lead }) => lead)
    .filter(({ who }) => {
      const isFound = holds(q, [who.name, who.email, who.phone, who.slug]) || hasDigits(q, who.phone)
      return isWanted(who) && isFound
    })
    .map(({ who, at }) => ({ id: who.id, at, says: { email: who.email, tags: [...who.tags].sort() } }))
}

/** Page views found by a text; they have no id that the test knows. */
export const findViews = (views: View[], q: string): Row[] =>
  views
    .filter(({ path, title, source }) => holds(q, [path, title, source]))
    .map(({ browser, path, at }) => ({ id: `${browser.id} ${path} ${at.toISOString()}`, at, says: {} }))

/** Each one's newest event. */
export function newestOf<Event extends { at: Date }, Who>(events: Event[], whoOf: (event: Event) => Who) {
  const newest = new Map<Who, Date>()
  for (const event of events) {
    const who = whoOf(event)
    const before = newest.get(who)
    if (!before || before < event.at) newest.set(who, event.at)
  }
  return [...newest].map(([who, at]) => ({ who, at }))
}

const HALF_AN_HOUR = 1_800_000

/** A visit begins with a view that none precedes within half an hour. */
function countVisits(times: number[]): number {
  const inOrder = times.sort((a, b) => a - b)
  return different(
    inOrder.filter((at, index) => index === 0 || at - (inOrder[index - 1] ?? 0) > HALF_AN_HOUR),
  )
}
