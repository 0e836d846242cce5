import { fillIn } from '#contract/fill-in.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { LeavingSender } from './unsubscribe-page.ts'

/** Who mails come from, as the site names itself. */
export function senderOf(content: SiteContent): LeavingSender {
  const { name, accent, terms, termsLabel, privacy, privacyLabel } = fillIn(content).brand
  const legal = [
    { address: terms || '/terms', label: termsLabel },
    { address: privacy || '/privacy', label: privacyLabel },
  ]
  return { name, accent, legal }
}
