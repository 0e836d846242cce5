import { callTime } from '#contract/call-time.ts'
import { cutWhole } from '#contract/plain-text.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { readAlertSettings } from '#server/alerts/settings-store.ts'
import { drawHtml } from '#server/integrations/draw-html.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Queryable } from '#server/platform/database.ts'

import { type CallRow, keyOfCallMails } from './call-store.ts'
import { readCalendar } from './store.ts'

const words = { booked: 'Call booked', moved: 'Call moved', cancelled: 'Call cancelled' } as const
const FOOTER = 'You get this because alerts about new leads are sent to this address (Settings, Alerts).'

/** Queues a mail to the coach about a call, where alerts about new leads go by mail, too; the time is the coach's. */
export async function tellTheCoach(
  parts: { content(): SiteContent; ownTimezone(): string; manageUrlOf(call: CallRow): string },
  transaction: Queryable,
  { call, what, personId }: { call: CallRow; what: keyof typeof words; personId: string | undefined },
): Promise<void> {
  const { emailTo, emailNewLead } = await readAlertSettings(transaction)
  if (emailTo === '' || !emailNewLead) return
  const { rules } = await readCalendar(transaction, parts.ownTimezone())
  const when = callTime(call.startAt, rules.timezone)
  const subject = cutWhole(`${words[what]}: ${call.name}`, 150)
  const who = [call.name, call.email, call.phone, call.note].filter((one) => one !== null)
  const manageUrl = what === 'cancelled' ? undefined : parts.manageUrlOf(call)
  const wayToChange = manageUrl === undefined ? [] : [`Move or cancel: ${manageUrl}`]
  const { name, coach, accent } = parts.content().brand
  await queueMail(transaction, {
    key: `${keyOfCallMails(call.uid)}coach:${call.sequence}`,
    purpose: `booking-coach-${what}`,
    to: { email: emailTo },
    subject,
    text: [words[what], when, ...who, ...wayToChange, '--', FOOTER].join('\n\n'),
    html: drawHtml({
      subject,
      blocks: [
        { lines: [{ kind: 'words', text: words[what] }] },
        { lines: [{ kind: 'when', text: when }] },
        { lines: who.flatMap((one) => one.split('\n')).map((text) => ({ kind: 'words', text })) },
        ...(manageUrl === undefined
          ? []
          : [{ lines: [{ kind: 'link' as const, label: 'Move or cancel', url: manageUrl, isMain: false }] }]),
      ],
      footer: FOOTER,
      brand: name || coach,
      accent,
    }),
    uselessAfter: call.startAt,
    marketing: false,
    personId,
  })
}
