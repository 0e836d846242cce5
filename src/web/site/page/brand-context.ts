import { createContext } from 'react'
import type { SiteContent } from '#contract/site-content.ts'

/** The owner's logo, for every page's word mark; null where there is none. */
export const OwnLogo = createContext<Pick<SiteContent['brand'], 'logo' | 'logoGround'> | null>(null)
