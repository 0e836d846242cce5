import type { Status } from '#contract/status.ts'
import { readableBytes } from './sizes.ts'

/** What waits, as the owner calls it. */
export const waitingWords: Record<string, string> = {
  crm: 'Leads for the CRM',
  tag: 'Tags for the CRM',
  advert: 'Events for the ad account',
  mail: 'Emails to people',
  alert: 'Alerts to you',
  webhook: 'Deliveries from calendar, form and checkout',
  call: 'AI calls',
}

/** The queue's jobs, as the owner calls them. */
export const jobWords: Record<string, string> = {
  'deliver-lead-to-crm': 'Deliver leads to the CRM',
  'delete-from-crm': 'Delete erased people from the CRM',
  'compare-with-crm': 'Compare with the CRM',
  'send-alert': 'Send alerts',
  'work-webhook-delivery': 'Read deliveries from calendar, form and checkout',
  'send-ad-events': 'Report to the ad account',
  'note-offline-conversions': 'Note what follows a lead',
  'place-call': 'Place AI calls',
}

/** What lies on a disk. */
export const placeWords: Record<Status['disks'][number]['places'][number], string> = {
  data: 'data folder',
  media: 'videos',
  database: 'database',
}

const mainMeanwhile = 'Your numbers come from the main database until it recovers.'
type NotRead = Exclude<NonNullable<Status['connections']['replica']>['state'], 'following'>
const replicaWords: Record<NotRead, string> = {
  behind: `The copy of the database is too far behind. ${mainMeanwhile}`,
  gone: `The copy of the database does not answer. ${mainMeanwhile}`,
  promoted: `The copy of the database has stopped following. ${mainMeanwhile}`,
  other: `The copy of the database belongs to another installation. ${mainMeanwhile}`,
}

/** What asks for the owner's attention, the most urgent first; nothing as a rule. */
export function concerns(status: Status): { words: string; isBad: boolean }[] {
  const found: { words: string; isBad: boolean }[] = []
  for (const { places, state, free } of status.disks) {
    if (state === 'full' && places.every((place) => place === 'media'))
      found.push({
        isBad: true,
        words:
          'The disk of your videos is full: no video can be added. Everything else is saved. Ask whoever runs the server to make room.',
      })
    else if (state === 'full')
      found.push({
        isBad: true,
        words:
          'The disk is full: your pages stay open, but nothing new is saved. Ask whoever runs the server to make room.',
      })
    if (state === 'low')
      found.push({
        isBad: false,
        words: `The disk is almost full: ${readableBytes(free)} are left. Ask whoever runs the server for more.`,
      })
  }
  const { replica } = status.connections
  if (replica && replica.state !== 'following')
    found.push({ isBad: false, words: replicaWords[replica.state] })
  const failing = status.work.filter(({ lastRunAt, lastFailedAt }) => lastFailedAt === lastRunAt)
  for (const { name } of failing)
    found.push({ isBad: true, words: `The last try to ${name} failed. It is tried again automatically.` })
  const { setAside } = status.counting
  if (setAside > 0)
    found.push({
      isBad: false,
      words: `${setAside.toLocaleString('en-US')} events could not be counted; they are kept, and left out of your numbers.`,
    })
  return found
}
