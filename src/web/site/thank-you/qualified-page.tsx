import type { SiteContent } from '#contract/site-content.ts'
import { Island } from '#web/site/island/island.tsx'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import qualifiedStyles from './qualified.css?inline'
import { QualifiedCall } from './qualified-call.tsx'
import thankYouStyles from './thank-you.css?inline'
import type { DrawnCall } from './use-call.ts'

/** /qualified: the AI voice agent is calling; what to do so that the call gets through. */
function QualifiedPage(props: { content: SiteContent } & DrawnCall) {
  const { content, isPreview, isWithoutCalls } = props
  const { qualified: words, thankyoucall, brand } = content
  const { none, ended, missed, voicemail, failed } = thankyoucall.call
  const { text, button } = thankyoucall.book
  return (
    <>
      <header className="wrap thanks-head">
        <Wordmark brand={brand} href="/" />
      </header>
      <main className="wrap thanks ringing">
        <Island
          name="qualified"
          component={QualifiedCall}
          evenWhenSaving
          props={{
            words,
            brand: brand.name,
            none,
            over: { ended, missed, voicemail, failed },
            book: { text, button },
            isPreview,
            isWithoutCalls,
          }}
        />
      </main>
    </>
  )
}

/** `/qualified` */
export const qualifiedPage: PublicPage = {
  body: QualifiedPage,
  styles: thankYouStyles + qualifiedStyles,
  theme: 'light',
  script: 'arrival',
  announcesCall: true,
  listed: false,
}
