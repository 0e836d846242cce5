import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { mailLink, takesMail, telLink } from '#contract/contact-links.ts'
import type { Lead } from '#contract/lead.ts'
import { originOf } from '#web/dashboard/leads/origin.ts'
import { Stage } from '#web/dashboard/leads/stage.tsx'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { FactLine } from '#web/dashboard/ui/fact-line.tsx'

type ContactButtonProps = { href: string; icon: ReactNode; verb: string; children: string }

function ContactButton({ href, icon, verb, children }: ContactButtonProps) {
  return (
    <a
      href={href}
      className="inline-flex min-h-11 max-w-full min-w-0 items-center gap-2 rounded-sm border border-line-strong bg-surface px-3 text-sm hover:bg-sunken md:min-h-9"
    >
      {icon}
      <span className="shrink-0 font-medium">{verb}</span>
      <span className="min-w-0 truncate text-ink-2 tabular-nums">{children}</span>
    </a>
  )
}

/** Who this is before anything else: how far they have come, where from and when, and how to reach them. */
export function PersonHeader({ lead, tz }: { lead: Lead; tz: string }) {
  const origin = originOf(lead)
  const call = telLink(lead.phoneE164)
  return (
    <div className="mb-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Stage lead={lead} />
        <span className="text-ink-3">
          {lead.stage === 'lead' ? 'since' : 'reached'} <Moment at={lead.stageAt} tz={tz} within />
        </span>
      </p>
      <p className="mt-1 text-sm break-words text-ink-2">
        {origin.length === 0 ? 'Came directly' : 'From '}
        <FactLine of={origin} />
        <span className="text-ink-3">
          {', first on '}
          {lead.slug}
          {', '}
          <Moment at={lead.firstSeen} tz={tz} within />
        </span>
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {call && (
          <ContactButton href={call} icon={<Phone size={15} aria-hidden="true" />} verb="Call">
            {lead.phoneText}
          </ContactButton>
        )}
        {!call && lead.phoneText !== '' && (
          <p className="inline-flex max-w-full min-w-0 items-center gap-2 pr-2 text-sm md:min-h-9">
            <Phone size={15} aria-hidden="true" className="shrink-0" />
            <span className="shrink-0 font-medium">Phone as typed</span>
            <span className="min-w-0 wrap-anywhere text-ink-2">{lead.phoneText}</span>
          </p>
        )}
        {takesMail(lead.email) && (
          <ContactButton
            href={mailLink(lead.email)}
            icon={<Mail size={15} aria-hidden="true" />}
            verb="Email"
          >
            {lead.email}
          </ContactButton>
        )}
      </div>
    </div>
  )
}
