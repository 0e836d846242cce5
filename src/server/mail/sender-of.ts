import { fillIn } from '#contract/fill-in.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { LeavingSender } from './unsubscribe-page.ts'

/** Who mails come from, as the site names itself. */
export function senderOf(content: SiteContent): LeavingSender {
  const { name, accent } = fillIn(content).brand
  return { name, accent }
}
