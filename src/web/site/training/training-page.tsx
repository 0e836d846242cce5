import { playedFilm } from '#contract/film-source.ts'
import { linkedForm } from '#contract/linked-form.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { TrainingContent } from '#contract/site-content-training.ts'
import applicationFormStyles from '#web/site/application/application-form.css?inline'
import { applicationProps } from '#web/site/application/application-props.ts'
import filmStyles from '#web/site/film/film.css?inline'
import { Island } from '#web/site/island/island.tsx'
import leadDialogStyles from '#web/site/lead-dialog/lead-dialog.css?inline'
import frameDialogStyles from '#web/site/page/frame-dialog.css?inline'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import applicationStyles from './application.css?inline'
import type { ApplicationPlace } from './next-step.tsx'
import trainingStyles from './training.css?inline'
import { trainingHosts } from './training-hosts.ts'
import { TrainingStage } from './training-stage.tsx'
import stageStyles from './video-stage.css?inline'

/** A video page (docs/spec.md, 'Video pages'): the video is the stage, the next step opens below it. */
function TrainingPage(props: {
  content: SiteContent
  words: TrainingContent
  path: string
  place: ApplicationPlace
  gated?: boolean
  isPreview?: boolean
}) {
  const { content, words, path, place, isPreview } = props
  const isOwnForm = linkedForm(words.application) === ''
  return (
    <>
      <header className="wrap training-head">
        <Wordmark brand={content.brand} href="/" />
        <p className="badge">{words.badge}</p>
      </header>
      <main className="wrap training">
        <h1>{words.headline}</h1>
        <p className="training-intro">{words.intro}</p>
        {playedFilm(words.video) && <p className="step">{words.step}</p>}
        <Island
          name="training"
          component={TrainingStage}
          props={{
            words: { video: words.video, next: words.next, application: words.application },
            place,
            isGated: props.gated === true,
            unlock: words.dialog.button,
            close: content.leadForm.close,
            isPreview,
            ...(isOwnForm && place === 'dialog' && { form: applicationProps(content, path, { isPreview }) }),
          }}
        />
        <p className="in-app-only training-outside">
          <a href="#open-outside">{content.inApp.link}</a>
        </p>
        <section className="portal">
          <div>
            <h2>{words.portal.title}</h2>
            <p>{words.portal.text}</p>
          </div>
          <a className="button button-quiet" href="#access">
            {words.portal.button}
          </a>
        </section>
      </main>
    </>
  )
}

/** A video page by the name of its words, and what sets it apart from the others. */
export const trainingPage = (
  name: 'freetraining' | 'freetraining2' | 'freetrainingc',
  variant: { place: ApplicationPlace; gated?: boolean; supportEmail?: boolean; canonical?: string },
): PublicPage => ({
  body: ({ content, isPreview }) => (
    <TrainingPage
      content={content}
      words={content[name]}
      path={`/${name}`}
      place={variant.place}
      gated={variant.gated}
      isPreview={isPreview}
    />
  ),
  styles:
    trainingStyles +
    stageStyles +
    filmStyles +
    (variant.place === 'dialog' ? frameDialogStyles + applicationStyles + applicationFormStyles : '') +
    leadDialogStyles,
  theme: 'dark',
  legalInNewTab: true,
  supportEmail: variant.supportEmail,
  footLogo: true,
  hosts: (content) => trainingHosts(content[name], variant.place),
  listed: variant.canonical === undefined,
  canonical: variant.canonical,
})
