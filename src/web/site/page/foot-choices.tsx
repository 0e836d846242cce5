import type { SiteContent } from '#contract/site-content.ts'
import { offersChoice } from '#web/site/consent/banner-text.ts'

/**
 * The foot's links about this browser: changing the answer about cookies, where anybody is asked, and
 * leaving an app's browser. Each appears only once the script it belongs to has found it of use.
 */
export function FootChoices({ content }: { content: Pick<SiteContent, 'pixel' | 'adConsent' | 'inApp'> }) {
  return (
    <>
      {offersChoice(content) && (
        <a className="ad-choices-only" href="#ad-choices">
          {content.adConsent.change}
        </a>
      )}
      <a className="in-app-only" href="#open-outside">
        {content.inApp.link}
      </a>
    </>
  )
}
