import { playedFilm } from '#contract/film-source.ts'
import { linkedForm } from '#contract/linked-form.ts'
import type { TrainingContent } from '#contract/site-content-training.ts'
import type { ApplicationFormProps } from '#web/site/application/application-props.ts'
import { leaveQuestions } from '#web/site/application/question-history.ts'
import { openStep } from '#web/site/browser/dialog-step.ts'
import { FilmTools } from '#web/site/film/film-tools.tsx'
import { useDialog } from '#web/site/island/use-dialog.ts'
import { useKnownLead } from '#web/site/lead-dialog/use-known-lead.ts'
import { ApplicationDialog } from './application-dialog.tsx'
import { type ApplicationPlace, NextStep } from './next-step.tsx'
import { OwnFormDialog } from './own-form-dialog.tsx'
import { useApplication } from './use-application.ts'
import { usePlayer } from './use-player.ts'
import { useUnlock } from './use-unlock.ts'
import { useWatching } from './use-watching.ts'
import { VideoStage } from './video-stage.tsx'

/** What a visitor does on a video page: watch, wait for the next step, and apply. */
export type TrainingStageProps = {
  words: Pick<TrainingContent, 'video' | 'next' | 'application'>
  place: ApplicationPlace
  /** The video opens once this browser has given its details. */
  isGated: boolean
  /** What opens the dialog on a locked video. */
  unlock: string
  /** Read aloud at the application's close button. */
  close: string
  /** The form of our own, where this page opens it in a dialog. */
  form?: ApplicationFormProps
  isPreview?: boolean
}

/** The video with its gate, and the next step below it (docs/spec.md, 'Video pages'). */
export function TrainingStage(props: TrainingStageProps) {
  const { words, place, isGated, unlock, close, form, isPreview = false } = props
  const known = useKnownLead(isPreview)
  const film = playedFilm(words.video)
  const player = usePlayer(film?.kind)
  const seconds = useWatching(film?.media ?? '', player.playing)
  const turn = useUnlock(seconds)
  const linked = linkedForm(words.application)
  const addresses = useApplication(linked, known, isPreview)
  const state = useDialog('#application', {
    holdsFrame: linked !== '',
    ...(linked === '' && { leave: leaveQuestions }),
  })
  const isInDialog = place === 'dialog'
  const ownPage = isPreview ? '/api/site/preview?path=%2Fapply' : '/apply'
  const isLocked = isGated && !known
  return (
    <>
      <VideoStage video={words.video} player={player} isLocked={isLocked} unlock={unlock} />
      {film && !isLocked && (
        <FilmTools
          words={words.video}
          element={film.kind === 'file' ? player.film : undefined}
          seconds={seconds}
          onChapter={player.goTo}
        />
      )}
      <NextStep
        words={words}
        turn={turn}
        address={linked === '' ? ownPage : addresses.tab}
        opensTab={linked !== '' || place === 'tab'}
        onApply={(event) => {
          if (!isInDialog || !state.canOpen()) return
          event.preventDefault()
          openStep('#application')
        }}
      />
      {isInDialog && linked !== '' && (
        <ApplicationDialog words={words.application} close={close} addresses={addresses} state={state} />
      )}
      {isInDialog && form && (
        <OwnFormDialog words={words.application} close={close} form={form} state={state} />
      )}
    </>
  )
}
