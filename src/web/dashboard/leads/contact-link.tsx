import { mailLink, takesMail, telLink } from '#contract/contact-links.ts'
import type { Lead } from '#contract/lead.ts'

const look =
  'relative z-10 max-md:inline-flex max-md:min-h-11 max-md:min-w-11 max-md:items-center max-md:-my-3.5 underline decoration-transparent underline-offset-2 hover:decoration-line-strong focus-visible:decoration-line-strong'

/** An email as a link that writes to it; nothing where none can arrive. */
export function EmailLink({ email, className = '' }: { email: string; className?: string }) {
  if (!takesMail(email)) return null
  return (
    <a href={mailLink(email)} title={email} className={`${look} ${className}`}>
      {email}
    </a>
  )
}

type PhoneLinkProps = { lead: Pick<Lead, 'phoneE164' | 'phoneText'>; className?: string }

/** A phone number as people write it, as a link that dials it; plain text where it could not be read. */
export function PhoneLink({ lead, className = '' }: PhoneLinkProps) {
  const { phoneE164, phoneText } = lead
  const href = telLink(phoneE164)
  if (phoneText === '') return <span className="text-ink-3">N/A</span>
  if (href === undefined) return <span className={className}>{phoneText}</span>
  return (
    <a href={href} className={`${look} whitespace-nowrap ${className}`}>
      {phoneText}
    </a>
  )
}
