import type { ReturnedForm } from '#contract/page-rendering.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { Island } from '#web/site/island/island.tsx'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import formStyles from './application-form.css?inline'
import { ApplicationForm } from './application-form.tsx'
import pageStyles from './application-page.css?inline'
import { applicationProps } from './application-props.ts'

/** /apply: the application form on a page of its own, for a link anywhere and for browsers without scripts. */
function ApplicationPage(props: { content: SiteContent; isPreview?: boolean; form?: ReturnedForm }) {
  const { content, isPreview, form } = props
  const { apply: words, brand } = content
  const isWhole = form !== undefined || isPreview
  return (
    <>
      <header className="wrap application-head">
        <Wordmark brand={brand} href="/" />
      </header>
      <main className={isWhole ? 'wrap application-main application-whole' : 'wrap application-main'}>
        <h1>{words.headline}</h1>
        {words.intro && <p className="application-intro">{words.intro}</p>}
        <Island
          name="application"
          component={ApplicationForm}
          props={applicationProps(content, '/apply', { returned: form, isPreview })}
        />
      </main>
    </>
  )
}

/** `/apply` */
export const applicationPage: PublicPage = {
  body: ApplicationPage,
  styles: formStyles + pageStyles,
  theme: 'light',
  followsSystem: true,
  listed: false,
  isUnlisted: true,
}
