import { defaultSiteContent, type SiteContent } from '#contract/site-content.ts'
import type { Host } from './write-ical.ts'

/** Whom calls are with, as far as the owner has said; the support address, else one that leads nowhere. */
export function hostOf({ brand }: SiteContent, siteUrl: string): Host {
  const delivered = defaultSiteContent.brand
  const name = [
    brand.coach === delivered.coach ? '' : brand.coach,
    brand.name === delivered.name ? '' : brand.name,
  ].find((one) => one !== '')
  return { siteUrl, name: name ?? 'Our team', email: brand.email || `calls@${new URL(siteUrl).hostname}` }
}
