import { inventDevice } from './devices.ts'
import type { Person } from './people.ts'
import { inventPlace } from './places.ts'
import type { Random } from './random.ts'
import { type DemoVisitor, type FormSent, newVisitor } from './visitor.ts'

/** Submits that the product takes for spam: two by machines, and one by somebody with a very fast autofill. */
export function inventSpam(
  random: Random,
  now: Date,
): { visitor: DemoVisitor; person: Person; form: FormSent }[] {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const spam = (at: Date, person: Person, elapsed: number, trap?: string) => {
    const device = inventDevice(random, 'desktop', 'en-US')
    const visitor = newVisitor(random, at, { device, place: inventPlace(random) })
    const form = { at, page: '/freetraining', elapsed, attribution: {}, landingPath: '/freetraining', trap }
    return { visitor, person, form }
  }
  return [
    spam(
      hoursAgo(61),
      { name: 'Best SEO Rank Guaranteed', email: 'rank-first@example.net', phone: '2025550100' },
      2100,
      'https://seo.example/offer',
    ),
    spam(hoursAgo(20), { name: 'aaaa', email: 'qwerty0001@example.net', phone: '2125550111' }, 140),
    spam(
      hoursAgo(2.3),
      { name: 'Nora Whitfield', email: 'nora.whitfield@example.com', phone: '(503) 555-0164' },
      610,
    ),
  ]
}
