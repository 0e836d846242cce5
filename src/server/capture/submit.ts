import type { Attribution } from '#contract/attribution.ts'
import type { DeviceInfo } from '#contract/device.ts'
import type { ReportedDevice } from '#server/tracking/reported-device.ts'
import type { ExclusionReason } from '#server/tracking/why-excluded.ts'

/** What a form brings along beside name, email and phone. */
export type CaptureDetails = ReportedDevice & {
  captureSource: 'customer' | 'analytics'
  phoneE164: string | null
  leadMagnet: string | null
  landingPath: string | null
  deviceType?: string
  consentVersionShown?: string
}

/** One submit of a lead form, checked and read. */
export type Submit = {
  at: Date
  visitorId: string
  submissionId: string | null
  slug: string
  name: string
  email: string
  phone: string
  attribution: Attribution
  ipAddress: string | null
  userAgent: string | null
  details: CaptureDetails
  quarantineReason: string | null
  device: DeviceInfo
  excluded: ExclusionReason | null
  /** Where a receipt says that its words were agreed to. */
  agreedFrom: { ipAddress: string | null; userAgent: string | null }
  consents: Consent[]
}

/** The exact words that stood at a form, and what was answered. */
export type Consent = {
  kind: 'marketing' | 'automated_call'
  granted: boolean
  text: string
  version: string
}

/** What stands in place of a name that nobody was asked for. It says nothing of anybody. */
export const standInName = (email: string): string => email.split('@')[0] ?? email

/** How the owner decided on a capture with a known email from a browser that was not known to be that person's. */
export type Confirmation = 'open' | 'confirmed' | 'parted'

/** A submit as it is stored: one row each, never changed afterwards but for what becomes of it. */
export type Capture = Omit<Submit, 'device' | 'excluded' | 'agreedFrom' | 'consents'> & {
  id: string
  hidden: boolean
  /** When the owner released it, where it was held back as spam. */
  releasedAt: Date | null
}
