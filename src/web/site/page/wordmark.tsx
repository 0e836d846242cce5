import type { SiteContent } from '#contract/site-content.ts'
import { SitePicture } from './site-picture.tsx'

/** What tells whose page it is. */
export type Brand = Pick<SiteContent['brand'], 'name' | 'logo' | 'logoGround'>

/** A line that sets off and arrives. */
const mark = (
  <svg className="mark" viewBox="0 0 28 20" width="28" height="20" aria-hidden="true">
    <circle cx="4" cy="16" r="3" fill="none" stroke="currentColor" strokeWidth="2" />
    <path
      d="M7 16H12c4 0 3.5-12 7.5-12H21"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
    />
    <circle className="mark-end" cx="24" cy="4" r="3.6" />
  </svg>
)

/** The owner's logo, or the brand as words beside a mark; a site without a name has the mark alone. */
export function Wordmark({ brand, href }: { brand: Brand; href?: string }) {
  const hasLogo = brand.logo.src !== ''
  const inside = hasLogo ? (
    <SitePicture
      className={`logo logo-${brand.logoGround}`}
      picture={{ src: brand.logo.src, alt: brand.logo.alt || brand.name }}
      width={160}
      height={40}
      sizes="12rem"
    />
  ) : (
    <>
      {mark}
      {brand.name && <span>{brand.name}</span>}
    </>
  )
  const field = hasLogo ? 'brand.logo.src' : 'brand.name'
  // A mark alone, or a picture without words, says nothing to who cannot see it.
  const isSilent = !(brand.name || (hasLogo && brand.logo.alt))
  return href ? (
    <a className="wordmark" href={href} aria-label={isSilent ? 'Home page' : undefined} data-field={field}>
      {inside}
    </a>
  ) : (
    <span className="wordmark" data-field={field}>
      {inside}
    </span>
  )
}
