import { fbpOf } from '#web/site/browser/click-cookies.ts'
import { arrivalsOn, type DemoDay, daysUntil, momentOn, viralArrivalsOn } from './calendar.ts'
import { fromNewsletter, inventArrival } from './campaigns.ts'
import { inventDevice } from './devices.ts'
import { becomesLead, comeBack, look, signUp, study } from './journey.ts'
import { inventPlace, type Place } from './places.ts'
import { createRandom, type Random } from './random.ts'
import { specialGuests } from './special-guests.ts'
import { addJourney, type DemoVisitor, endingAt, newVisitor, type Visit } from './visitor.ts'

const DAY_MS = 86_400_000

/**
 * Everybody who came in the month that ends at `now`. The same day gives the same people; only how much of today
 * has happened yet depends on the hour. `size` 1 is the whole month, less is a part of it.
 */
export function inventTraffic(now: Date, size = 1): DemoVisitor[] {
  const days = daysUntil(now)
  const today = days.at(-1)
  if (!today) return []
  const scaled = (count: number) => Math.max(1, Math.round(count * size))
  const visitors = days.flatMap((day) => visitorsOf(day, now, scaled))
  visitors.push(...members(createRandom(`${today.day} members`), days, scaled(46)))
  visitors.push(...specialGuests(createRandom(`${today.day} guests`), now, size))
  visitors.push(...activeNow(createRandom(`${today.day} active`), today, now, scaled))
  return visitors.map((visitor) => endingAt(visitor, now)).filter(({ visits }) => visits.length > 0)
}

function visitorsOf(day: DemoDay, now: Date, scaled: (count: number) => number): DemoVisitor[] {
  const random = createRandom(`${day.day} visitors`)
  const ordinary = scaled(arrivalsOn(random, day))
  const viral = viralArrivalsOn(day) > 0 ? scaled(viralArrivalsOn(day)) : 0
  return Array.from({ length: ordinary + viral }, (_, index) => {
    const isViral = index >= ordinary
    // Random of one's own: how far somebody has come by now changes nobody else.
    const own = createRandom(`${day.day} visitor ${index}`)
    return inventVisitor(own, day, momentOn(own, day, isViral), { isViral, until: now })
  })
}

/** A new visitor of a moment, with the later visits until `until`. `submits` and `place` decide what chance would. */
export function inventVisitor(
  random: Random,
  day: DemoDay,
  at: Date,
  options: { isViral?: boolean; until: Date; submits?: boolean; place?: Place },
): DemoVisitor {
  const isViral = options.isViral ?? false
  const arrival = inventArrival(random, day, at, isViral)
  const place = options.place ?? inventPlace(random)
  const submits = options.submits ?? becomesLead(random, arrival.landing, isViral)
  const journey = (submits ? signUp : look)(random, at, arrival.landing, arrival.referrer)
  const visitor = newVisitor(random, at, {
    device: inventDevice(random, arrival.browser, place.language),
    place,
    fbp: random.chance(0.8) ? fbpOf(at.getTime(), random.next()) : undefined,
  })
  addJourney(visitor, journey, { attribution: arrival.attribution, landingPath: arrival.landing })
  addReturns(random, visitor, at, options.until, submits)
  return visitor
}

function addReturns(random: Random, visitor: DemoVisitor, first: Date, until: Date, isLead: boolean): void {
  const [arrived] = visitor.visits
  if (!arrived) return
  let remembered: Omit<Visit, 'views'> = {
    attribution: arrived.attribution,
    landingPath: arrived.landingPath,
  }
  let at = first.getTime()
  for (let visits = 0; visits < 5 && random.chance(isLead ? 0.58 : 0.19); visits++) {
    at +=
      random.weighted([
        [0.6, 20],
        [1, 40],
        [2, 20],
        [4, 10],
        [7, 10],
      ]) *
        DAY_MS +
      random.whole(-3, 3) * 3_600_000
    if (at > until.getTime()) return
    const moment = new Date(at)
    const letter = isLead && random.chance(0.4) ? fromNewsletter(random, moment) : undefined
    if (letter) remembered = { attribution: letter.attribution, landingPath: letter.landing }
    const landing =
      letter?.landing ?? (isLead && random.chance(0.4) ? '/trainingportal' : remembered.landingPath)
    addJourney(visitor, comeBack(random, moment, landing, undefined), remembered)
  }
}

/** People who enrolled before the month began and come to learn, mostly in the evening. */
function members(random: Random, days: DemoDay[], count: number): DemoVisitor[] {
  return Array.from({ length: count }, () => {
    const [first] = days
    const place = inventPlace(random)
    const eagerness = 0.1 + random.next() * 0.35
    const member = newVisitor(random, first?.start ?? new Date(0), {
      device: inventDevice(random, random.chance(0.6) ? 'desktop' : 'phone browser', place.language),
      place,
    })
    for (const day of days)
      if (random.chance(eagerness))
        addJourney(member, study(random, momentOn(random, day)), {
          attribution: {},
          landingPath: '/trainingportal',
        })
    return member
  })
}

/** The last half hour: whatever the hour of the day, somebody is there, as many as on a good evening. */
function activeNow(
  random: Random,
  today: DemoDay,
  now: Date,
  scaled: (count: number) => number,
): DemoVisitor[] {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const options = { until: now }
  const lookers = Array.from({ length: Math.max(4, scaled(8)) }, () =>
    inventVisitor(random, today, ago(0.5 + random.next() * 27), { ...options, submits: false }),
  )
  const leads = [7, 19].map((minutes) =>
    inventVisitor(random, today, ago(minutes + random.next() * 2), { ...options, submits: true }),
  )
  return [...lookers, ...leads]
}
