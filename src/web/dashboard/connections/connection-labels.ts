import type { Connection, Trouble, Vendor } from '#contract/connections.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type VendorLabels = {
  /** What it is to the coach. */
  name: string
  /** Whose product it is. */
  by: string
  /** What waits while it does not work, one and many. */
  waits: [one: string, many: string]
  /** Who turns us away, and by what of ours it knows us. */
  refuses: [who: string, what: string]
  /** Without it. */
  without: string
}

/** Each outside service in the owner's words. */
export const vendorLabels: Record<Vendor, VendorLabels> = {
  crm: {
    name: 'CRM',
    by: 'GoHighLevel',
    waits: ['lead', 'leads'],
    refuses: ['CRM', 'token'],
    without:
      'Optional: leads, tags, notes and next steps are kept here. Once connected, leads and tags are sent there too.',
  },
  typeform: {
    name: 'Application form',
    by: 'Typeform',
    waits: ['application', 'applications'],
    refuses: ['Application form', 'secret'],
    without:
      'Optional: the built-in form takes applications. Until this is connected, those at Typeform count only when somebody comes back to a thank-you page.',
  },
  cal: {
    name: 'Calendar',
    by: 'Cal.com',
    waits: ['booking', 'bookings'],
    refuses: ['Calendar', 'secret'],
    without:
      'Optional: the built-in calendar books calls. Until this is connected, those at Cal.com count only when somebody comes back to the confirmation page.',
  },
  stripe: {
    name: 'Checkout',
    by: 'Stripe',
    waits: ['payment', 'payments'],
    refuses: ['Checkout', 'secret'],
    without: 'Payments are not seen here.',
  },
  voice: {
    name: 'Voice agent',
    by: 'Retell, Vapi or your own',
    waits: ['call', 'calls'],
    refuses: ['Voice agent', 'signature'],
    without:
      'Pages offer booking instead. Where a tag makes your CRM call, they count down without knowing how it went.',
  },
  meta: {
    name: 'Ads',
    by: 'Meta Conversions API',
    waits: ['event', 'events'],
    refuses: ['Meta', 'token'],
    without: 'Only what the pixel in the browser reports reaches the ad account.',
  },
  'meta-ads': {
    name: 'Ad spend',
    by: 'Meta Ads Manager',
    waits: ['day', 'days'],
    refuses: ['Meta', 'token for ad spend'],
    without: 'Optional: you can upload what ads cost as a file, under Ads → Spend.',
  },
  email: {
    name: 'Email',
    by: 'Gmail, Microsoft, Brevo or any other',
    waits: ['email', 'emails'],
    refuses: ['Mail server', 'login'],
    without: 'Emails to your leads and alerts to you wait here until it is connected.',
  },
  webhook: {
    name: 'Alerts by webhook',
    by: 'Slack, Zapier or your own',
    waits: ['alert', 'alerts'],
    refuses: ['Alert webhook', 'calls'],
    without: 'No address is set. Paste the receiver’s address in Settings → Alerts, and send a test.',
  },
}

const titles: Record<string, string> = {
  'new-lead': 'New lead',
  broke: 'Something broke',
  'works-again': 'Something works again',
  'calls-at-cap': 'AI calls reached their limit',
  'backups-broke': 'There is no fresh backup',
  'backups-work-again': 'Backups work again',
  'disk-low': 'The disk is almost full',
  'disk-full': 'The disk is full',
  unknown: 'Delivery of an unknown kind',
  unreadable: 'Delivery that cannot be read',
}

/** What was set aside, in words where its name is a machine's. */
export const titleLabel = (title: string): string => titles[title] ?? title

/** A stretch of time in one unit, e.g. '3 h'. */
export function forHowLong(iso: string, now: number): string {
  const age = Math.max(0, now - Date.parse(iso))
  if (age < HOUR) return `${Math.max(1, Math.floor(age / MINUTE))} min`
  if (age < 2 * DAY) return `${Math.floor(age / HOUR)} h`
  return `${Math.floor(age / DAY)} days`
}

const waitingWords = (vendor: Vendor, waiting: number): string => {
  const [one, many] = vendorLabels[vendor].waits
  return `${waiting.toLocaleString('en-US')} ${waiting === 1 ? one : many} waiting`
}

/** One line about trouble, e.g. 'CRM unreachable for 3 h, 12 leads waiting, none lost'. */
export function troubleLine(trouble: Trouble, now: number): string {
  const { vendor, since, waiting } = trouble
  const begin = beginOf(trouble, forHowLong(since, now))
  return waiting === 0 ? begin : `${begin}, ${waitingWords(vendor, waiting)}, none lost`
}

function beginOf({ vendor, kind }: Trouble, length: string): string {
  const { name, refuses } = vendorLabels[vendor]
  const [who, what] = refuses
  switch (kind) {
    case 'wrong-address':
      return `${who} has not been at its address for ${length}: check the address`
    case 'refused-credentials':
      return `${who} has refused our ${what} for ${length}`
    case 'refused-sender':
      return `${who} has refused our sender address for ${length}`
    case 'rate-limited':
      return `${who} is refusing for now, ${length} so far`
    case 'vendor-fault':
      return `${who} has been in trouble for ${length}`
    case 'our-side':
      return `${name}: trouble on our side for ${length}`
    case 'unanswered':
      return `${name} has given no answer in time for ${length}`
    case 'unreachable':
      return `${name} unreachable for ${length}`
    case 'not-set-up':
    case 'refused-recipient':
    case 'invalid-request':
    case 'not-found':
    case 'unusable':
    case null:
      return `${name}: not working for ${length}`
  }
}

/** How a connection stands, in one word or two. */
export function stateLabel(connection: Connection, now: number): string {
  const { state, failingSince } = connection
  if (state === 'not-connected') return 'Not connected'
  if (state === 'quiet') return 'Connected'
  if (state === 'working')
    return connection.parked > 0 ? 'Working, but look at what was set aside' : 'Working'
  return `Failing${failingSince ? ` for ${forHowLong(failingSince, now)}` : ''}`
}

/** What waits and what was set aside, in one line; empty where nothing does. */
export function openLabel({ vendor, state, waiting: open, parked }: Connection): string {
  // Without a CRM leads and tags are where they belong.
  const waiting = vendor === 'crm' && state === 'not-connected' ? 0 : open
  const parts = [
    waiting > 0 && `${waitingWords(vendor, waiting)}, none lost`,
    parked > 0 && `${parked.toLocaleString('en-US')} set aside`,
  ]
  return parts.filter(Boolean).join(' · ')
}
