import { Link } from 'react-router'
import type { SiteJob } from '#contract/site-jobs.ts'
import type { AddressState } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { siteAddress } from '#web/dashboard/site/site-address.ts'

type JobLabels = {
  title: string
  /** What ours is called, and what is so while nobody does it. */
  ours: string
  nobody: string
  /** Where it is set: a place under Site, or a vendor's row on this page. */
  page?: (job: SiteJob) => string
  row?: string
}

/** A job's own settings under Site where we do it, and the page's where it is somebody's link. */
const labels: Record<SiteJob['job'], JobLabels> = {
  film: {
    title: 'Shows the video',
    ours: 'Built-in player',
    nobody: 'Nobody: the video is switched off',
    page: () => 'freetraining',
  },
  application: {
    title: 'Takes the application',
    ours: 'Built-in form',
    nobody: 'Nobody',
    page: ({ by }) => (by === 'ours' ? 'apply' : 'freetraining'),
  },
  calendar: {
    title: 'Books the calls',
    ours: 'Built-in calendar',
    nobody: 'Nobody: no call can be booked',
    page: ({ by }) => (by === 'ours' ? 'booked-calls' : 'calendar'),
  },
  leads: { title: 'Keeps leads and tags', ours: 'This dashboard', nobody: 'Nobody', row: 'crm' },
  mail: {
    title: 'Sends emails',
    ours: 'Built-in',
    nobody: 'Nobody yet: emails wait here',
    row: 'email',
  },
  call: {
    title: 'Makes AI calls',
    ours: 'Built-in',
    nobody: 'Nobody: pages offer booking instead',
    row: 'voice',
  },
  checkout: {
    title: 'Takes payments',
    ours: 'Built-in',
    nobody: 'Nobody: the upsell page takes names for later',
    page: () => 'builder',
  },
  adverts: { title: 'Reports to ad platforms', ours: 'Built-in', nobody: 'Nobody', page: () => 'pixel' },
}

const doersOf = (job: SiteJob): string => {
  const { ours, nobody } = labels[job.job]
  if (job.by === 'nobody') return nobody
  const names = job.vendors.map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
  return job.by === 'vendor' ? names.join(' and ') : [ours, ...names].join(' and ')
}

const marks: Record<SiteJob['by'], { look: string; words: string }> = {
  ours: { look: 'mark bg-accent', words: 'Built-in' },
  both: { look: 'mark bg-accent', words: 'Built-in and another service' },
  vendor: { look: 'mark bg-success', words: 'Another service' },
  nobody: { look: 'border border-control', words: 'Nobody' },
}

function WhereToSet({ job, address }: { job: SiteJob; address: AddressState }) {
  const { title, page, row } = labels[job.job]
  const look =
    'inline-flex min-h-11 items-center text-sm underline decoration-line-strong underline-offset-2 hover:text-ink md:min-h-8'
  const words = (
    <>
      {page ? 'Settings' : 'See below'}
      <span className="sr-only">for: {title}</span>
    </>
  )
  return page ? (
    <Link to={{ search: siteAddress(address, page(job)) }} className={look}>
      {words}
    </Link>
  ) : (
    <a href={`#connection-${row}`} className={look}>
      {words}
    </a>
  )
}

/** Who does what, at one glance: each job of the funnel, and whether it is done by us or by a vendor. */
export function WhoDoesWhat({ jobs }: { jobs: SiteJob[] }) {
  const address = useAddress()
  return (
    <section
      aria-labelledby="who-does-what"
      className="border-b border-line py-5 md:grid md:grid-cols-[14rem_1fr] md:gap-8"
    >
      <div>
        <h2 id="who-does-what" className="text-base font-semibold">
          Who does what
        </h2>
        <p className="text-sm text-ink-3">
          Everything works without other services. If you connect one, it takes over where you say so.
        </p>
      </div>
      <ul className="max-w-160 border-t border-line max-md:mt-3">
        {jobs.map((job) => (
          <li
            key={job.job}
            data-job={job.job}
            data-by={job.by}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1 md:grid-cols-[11rem_minmax(0,1fr)_auto]"
          >
            <span className="text-sm text-ink-3">{labels[job.job].title}</span>
            <span className="flex items-start gap-2 text-sm max-md:col-start-1 max-md:row-start-2">
              <span
                role="img"
                aria-label={marks[job.by].words}
                className={`mt-1.5 size-2 shrink-0 rounded-full ${marks[job.by].look}`}
              />
              <span className={`min-w-0 break-words ${job.by === 'nobody' ? 'text-ink-3' : ''}`}>
                {doersOf(job)}
                {job.isSample && <span className="text-warning"> · still the sample</span>}
              </span>
            </span>
            <span className="max-md:row-span-2 max-md:row-start-1">
              <WhereToSet job={job} address={address} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
