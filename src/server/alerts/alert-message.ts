import type { Vendor } from '#contract/connections.ts'
import type { Timezone } from '#contract/range.ts'
import { sourceNameOf } from '#contract/source-name.ts'
import { drawHtml } from '#server/integrations/draw-html.ts'
import type { WaitingAlert } from './store.ts'

const FOOTER = 'You get this because alerts are sent to this address (Settings, Alerts).'

/** An alert in words: a headline, and external events line by line. `event` and `data` are for machines. */
export type AlertMessage = {
  event: string
  subject: string
  lines: [label: string, value: string][]
  data: Record<string, unknown>
}

/** The vendors as the owner calls them. */
export const vendorNames: Record<Vendor, string> = {
  crm: 'The CRM',
  typeform: 'The application form',
  cal: 'The calendar',
  stripe: 'The checkout',
  voice: 'The voice agent',
  meta: 'The ad account',
  'meta-ads': 'Reading what ads cost from Meta',
  email: 'The mail server',
  webhook: 'The alert webhook',
}

/** What a test alert says. */
export const testMessage: AlertMessage = {
  event: 'test',
  subject: 'Leadline: this is a test',
  lines: [['Test', 'Alerts arrive here.']],
  data: {},
}

/** When something was, by the owner's clock: 'Nov 27, 2026, 2:05 AM PST'. */
const ownersTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone },
  }).format(at)

/**
 * Puts an alert into words, with times in the owner's timezone; null where the lead it is about is gone. What is for machines
 * has times in ISO 8601.
 */
export function alertMessage(alert: WaitingAlert, timezone: Timezone): AlertMessage | null {
  if (alert.kind === 'new-lead') return alert.lead && leadWords(alert.lead, timezone)
  if (alert.kind === 'calls-at-cap') return capWords(alert.details)
  if (alert.kind === 'disk-low' || alert.kind === 'disk-full') return diskWords(alert.kind, alert.details)
  if (alert.kind === 'backups-broke' || alert.kind === 'backups-work-again')
    return backupWords(alert.kind, alert.details)
  if (!alert.vendor) return null
  const name = vendorNames[alert.vendor]
  const { since, kind, reason, waiting } = alert.details
  if (alert.kind === 'works-again')
    return {
      event: 'works-again',
      subject: `${name} works again`,
      lines: [['Now', 'What was waiting is being processed now.']],
      data: { vendor: alert.vendor },
    }
  return {
    event: 'broke',
    subject: `${name} is not working`,
    lines: [
      ['Since', since === undefined ? 'just now' : ownersTime(new Date(since), timezone)],
      ['Reason', reason ?? 'not known'],
      ['Waiting', `${waiting ?? 0}, none lost`],
    ],
    data: { vendor: alert.vendor, since, kind, reason, waiting },
  }
}

function capWords({ per = 'hour', limit = 0 }: WaitingAlert['details']): AlertMessage {
  return {
    event: 'calls-at-cap',
    subject: `AI calls have reached your limit of ${limit} ${per === 'hour' ? 'an hour' : 'a day'}`,
    lines: [
      ['Now', 'Anyone who applies is offered a booking instead of the call.'],
      ['If these are real leads', 'Raise the limit in the dashboard: Site, AI call.'],
      [
        'If not',
        'Somebody may be trying to have strangers called. Nothing needs to be done: the limit still applies.',
      ],
    ],
    data: { per, limit },
  }
}

const GIGABYTE = 1e9

function diskWords(
  event: 'disk-low' | 'disk-full',
  { folder = '', free = 0, total = 0 }: WaitingAlert['details'],
): AlertMessage {
  const room = `${(free / GIGABYTE).toFixed(1)} of ${(total / GIGABYTE).toFixed(1)} GB are free`
  const isFull = event === 'disk-full'
  return {
    event,
    subject: isFull ? 'The server’s disk is full: nothing can be saved' : 'The server’s disk is almost full',
    lines: [
      ['Room', room],
      ['Folder', folder],
      [
        'Now',
        isFull
          ? 'Your pages stay open, but no visit and no lead is saved until there is room.'
          : 'Everything still works.',
      ],
      [
        'What to do',
        'Ask whoever runs the server to make room, or delete videos you no longer use (Site, a training page, Use one uploaded before).',
      ],
    ],
    data: { folder, free, total },
  }
}

function backupWords(
  event: 'backups-broke' | 'backups-work-again',
  { reason }: WaitingAlert['details'],
): AlertMessage {
  if (event === 'backups-work-again')
    return {
      event,
      subject: 'Backups work again',
      lines: [['Now', 'The last backup was test-restored, and everything in it was found.']],
      data: {},
    }
  return {
    event,
    subject: 'There is no fresh backup',
    lines: [
      ['Reason', reason ?? 'not known'],
      ['What to do', 'Open the dashboard: Settings, Backups. It is tried again every hour.'],
    ],
    data: { reason },
  }
}

function leadWords(lead: NonNullable<WaitingAlert['lead']>, timezone: Timezone): AlertMessage {
  const { utm_campaign: campaign, utm_ad: ad } = lead.first_touch
  const source = sourceNameOf(lead.first_touch)
  const origin = [source, campaign, ad].filter(Boolean).join(' / ') || 'Direct'
  return {
    event: 'new-lead',
    // A line break in a name must not become a header of the mail.
    subject: `New lead: ${lead.name}`.replace(/[\r\n]+/g, ' '),
    lines: [
      ['Name', lead.name],
      ['Email', lead.email],
      ['Phone', lead.phone],
      ['Page', lead.slug],
      ['Asked for', lead.lead_magnet ?? lead.slug],
      ['Source', origin],
      ['Time', ownersTime(lead.first_captured_at, timezone)],
    ],
    data: {
      leadId: lead.id,
      name: lead.name,
      email: lead.email,
      phone: lead.phone,
      page: lead.slug,
      source: lead.first_touch.utm_source ?? null,
      campaign: campaign ?? null,
      capturedAt: lead.first_captured_at.toISOString(),
    },
  }
}

/** The words as plain text. */
export const asText = ({ subject, lines }: AlertMessage): string =>
  `${subject}\n\n${lines.map(([label, value]) => `${label}: ${value}`).join('\n')}\n`

/** The words as simple HTML that any mail program shows, on a phone and in the dark as well. */
export const asHtml = ({ subject, lines }: AlertMessage): string =>
  drawHtml({
    subject,
    blocks: [
      { lines: [{ kind: 'heading', text: subject }] },
      ...lines.map(([label, value]) => ({ lines: [{ kind: 'fact' as const, label, value }] })),
    ],
    footer: FOOTER,
    brand: 'Leadline',
    accent: '',
  })
