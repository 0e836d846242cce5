import { calendarInUse } from '#contract/calendar-in-use.ts'
import { playedFilm } from '#contract/film-source.ts'
import { linkedForm } from '#contract/linked-form.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { SiteJob } from '#contract/site-jobs.ts'
import type { Connected } from './connection-status.ts'

/** What decides beside the content who does what. */
type Known = {
  connected: Connected
  /** Whether a tag of the CRM starts calls. */
  hasCallTag: boolean
  hasPixel: boolean
}

const brands: [domain: string, name: string][] = [
  ['typeform.com', 'Typeform'],
  ['typeform.eu', 'Typeform'],
  ['cal.com', 'Cal.com'],
  ['cal.eu', 'Cal.com'],
  ['calendly.com', 'Calendly'],
  ['stripe.com', 'Stripe'],
  ['leadconnectorhq.com', 'GoHighLevel'],
]

/** Whose a link is, by its name where that is known. */
function vendorOf(link: string): string {
  const host = URL.parse(link)?.hostname ?? link
  const known = brands.find(([domain]) => host === domain || host.endsWith(`.${domain}`))
  return known?.[1] ?? host.replace(/^www\./, '')
}

/** Who does a job somewhere: a vendor, or with null we. */
type Doer = { vendor: string | null; isSample?: boolean }

/** A job that some pages leave to us and others to vendors. */
function shared(job: SiteJob['job'], doers: Doer[]): SiteJob {
  const vendors = [...new Set(doers.flatMap(({ vendor }) => (vendor === null ? [] : [vendor])))]
  const ours = doers.filter(({ vendor }) => vendor === null)
  const by =
    doers.length === 0 ? 'nobody' : ours.length === 0 ? 'vendor' : vendors.length === 0 ? 'ours' : 'both'
  return { job, by, vendors, isSample: ours.some(({ isSample }) => isSample) }
}

const films = { wistia: 'Wistia', youtube: 'YouTube', vimeo: 'Vimeo' }

/** Who does each of a funnel's jobs as the site stands now: we, a vendor, or nobody yet. */
export function whoDoesWhat(content: SiteContent, known: Known): SiteJob[] {
  const { connected } = known
  const pages = [content.freetraining, content.freetraining2, content.freetrainingc]
  const calendar = calendarInUse(content.calendar)
  const { checkout } = content.builder.offer
  const only = (vendor: string | false): { vendor: string }[] => (vendor === false ? [] : [{ vendor }])
  return [
    shared(
      'film',
      pages.flatMap(({ video }): Doer[] => {
        const film = playedFilm(video)
        if (!film) return []
        return film.kind === 'file' ? [{ vendor: null, isSample: film.isSample }] : only(films[film.kind])
      }),
    ),
    shared(
      'application',
      pages.map(({ application }) => {
        const link = linkedForm(application)
        return { vendor: link === '' ? null : vendorOf(link) }
      }),
    ),
    shared(
      'calendar',
      calendar === 'none' ? [] : [{ vendor: calendar === 'link' ? vendorOf(content.calendar.link) : null }],
    ),
    shared('leads', [{ vendor: null }, ...only(connected.crm && 'GoHighLevel')]),
    shared('mail', only(connected.email && 'your mail server')),
    shared('call', [
      ...only(connected.calls && 'your voice agent'),
      ...only(known.hasCallTag && connected.crm && 'GoHighLevel'),
    ]),
    shared('checkout', only(checkout !== '' && vendorOf(checkout))),
    shared('adverts', only((known.hasPixel || connected.meta) && 'Meta')),
  ]
}
