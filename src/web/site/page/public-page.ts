import type { ReactNode } from 'react'
import type { BookingOnPage, PolicyDirective, ReturnedForm } from '#contract/page-rendering.ts'
import type { SiteContent } from '#contract/site-content.ts'

/** One public page beside its component: what it draws, and its looks. */
export type PublicPage = {
  /** `form` is what came back of a form of its own that was posted without scripts. */
  body: (props: {
    content: SiteContent
    isPreview?: boolean
    booking?: BookingOnPage | undefined
    form?: ReturnedForm | undefined
    isWithoutCalls?: boolean | undefined
  }) => ReactNode
  styles: string
  /** The faces its first screen is set in, where these are not the usual two. */
  preload?: string[]
  theme: 'light' | 'dark'
  /** It is dark where the visitor's system is, whatever its theme. */
  followsSystem?: boolean
  /** The browser entry of vite.site.config.ts with what the page reports by itself. */
  script?: 'arrival'
  /** The words of the page's lead dialog, where these are not `dialog` of its own words. */
  dialog?: (content: SiteContent) => SiteContent['home']['dialog'] | undefined
  /** Legal links open in a new tab where leaving would lose the visitor's place in the video. */
  legalInNewTab?: boolean
  supportEmail?: boolean
  /** The logo stands at its foot, too. */
  footLogo?: boolean
  /** A foot of its own in place of the one all pages share. */
  footer?: (content: SiteContent, year: number) => ReactNode
  hosts?: (content: SiteContent) => Partial<Record<PolicyDirective, string[]>>
  /** It has colours of its own, whatever the owner's accent is. */
  hasOwnColours?: boolean
  /** It may be shown inside another site's frame; every other page may not. */
  isFrameable?: boolean
  /** The sitemap names it: a page that stands at the beginning of a way. */
  listed: boolean
  /** Search engines are asked to leave it out: it is for members, or no page at all. */
  isUnlisted?: boolean
  /** Nothing of it is counted or told to anybody: its address opens what is one person's. */
  isPrivate?: boolean
  /** It announces a call. */
  announcesCall?: boolean
  /** The page that search engines should know in place of this one, its variant. */
  canonical?: string
}
