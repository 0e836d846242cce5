import { mailLink } from '#contract/contact-links.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { FootChoices } from '#web/site/page/foot-choices.tsx'
import { Mark } from './marks.tsx'

/**
 * The portal's foot: who it is, the legal links, the support address and the two badges (docs/spec.md, 'The portal').
 */
export function PortalFooter({ content, year }: { content: SiteContent; year: number }) {
  const { brand, portal } = content
  return (
    <footer className="foot">
      <div className="wrap foot-row">
        <p className="foot-copy">
          © {year} {brand.copyright}
        </p>
        <p className="foot-badges">
          <span>
            <Mark name="lock" />
            {portal.secure}
          </span>
          <span>
            <Mark name="shield" />
            {portal.ssl}
          </span>
        </p>
        <nav className="foot-links" aria-label={brand.legalLabel}>
          <a href={brand.terms || '/terms'} target="_blank" rel="noopener">
            {brand.termsLabel}
          </a>
          <a href={brand.privacy || '/privacy'} target="_blank" rel="noopener">
            {brand.privacyLabel}
          </a>
          <FootChoices content={content} />
          {brand.email && <a href={mailLink(brand.email)}>{brand.email}</a>}
        </nav>
      </div>
    </footer>
  )
}
