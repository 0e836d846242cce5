import { fillIn } from '#contract/fill-in.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { Host } from './write-ical.ts'

/** Whom calls are with, as far as the owner has said; answers go where mails come from, else to the support address. */
export function hostOf(
  content: SiteContent,
  { siteUrl, uidHost, mailFrom }: Pick<Host, 'siteUrl' | 'uidHost'> & { mailFrom: string | undefined },
): Host {
  const { coach, name, email } = fillIn(content).brand
  return {
    siteUrl,
    uidHost,
    name: coach || name || 'Our team',
    email: mailFrom || email || `calls@${new URL(siteUrl).hostname}`,
  }
}
