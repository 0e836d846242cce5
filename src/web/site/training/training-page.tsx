import type { SiteContent } from '#contract/site-content.ts'
import type { TrainingContent } from '#contract/site-content-training.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import { ApplicationDialog } from './application-dialog.tsx'
import { type ApplicationPlace, NextStep } from './next-step.tsx'
import { VideoStage } from './video-stage.tsx'

/** A video page (docs/spec.md, 'Video pages'): the video is the stage, the next step opens below it. */
export function TrainingPage(props: {
  content: SiteContent
  words: TrainingContent
  place: ApplicationPlace
  gated?: boolean
}) {
  const { content, words, place } = props
  return (
    <>
      <header className="wrap training-head">
        <Wordmark name={content.brand.name} href="/" />
        <p className="badge">{words.badge}</p>
      </header>
      <main className="wrap training">
        <h1>{words.headline}</h1>
        <p className="training-intro">{words.intro}</p>
        <p className="step">{words.step}</p>
        <VideoStage video={words.video} gated={props.gated === true} />
        <NextStep words={words} place={place} />
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
      {place === 'dialog' && words.application.link && (
        <ApplicationDialog words={words.application} close={content.leadForm.close} />
      )}
    </>
  )
}
