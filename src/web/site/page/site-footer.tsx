import type { ReactNode } from 'react'
import { mailLink } from '#contract/contact-links.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { Wordmark } from './wordmark.tsx'

/** The foot of every page: who it is, the two legal links, and what else that page must say. */
export function SiteFooter(props: {
  brand: SiteContent['brand']
  year: number
  disclaimer?: string
  supportEmail?: boolean
  logo?: boolean
  newTab?: boolean
  /** Links about this browser, beside the legal ones. */
  choices?: ReactNode
}) {
  const { brand } = props
  const external = props.newTab ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <footer className="foot">
      <div className="wrap foot-row">
        {props.logo && (
          <p className="foot-logo">
            <Wordmark brand={brand} />
          </p>
        )}
        <p className="foot-copy">
          © {props.year} {brand.copyright}
        </p>
        <nav className="foot-links" aria-label={brand.legalLabel}>
          <a href={brand.terms || '/terms'} {...external}>
            {brand.termsLabel}
          </a>
          <a href={brand.privacy || '/privacy'} {...external}>
            {brand.privacyLabel}
          </a>
          {props.choices}
          {props.supportEmail && brand.email && <a href={mailLink(brand.email)}>{brand.email}</a>}
        </nav>
        {props.disclaimer && <p className="foot-disclaimer">{props.disclaimer}</p>}
      </div>
    </footer>
  )
}
