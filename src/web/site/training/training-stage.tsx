import type { TrainingContent } from '#contract/site-content-training.ts'
import { openStep } from '#web/site/browser/dialog-step.ts'
import { useDialog } from '#web/site/island/use-dialog.ts'
import { useKnownLead } from '#web/site/lead-dialog/use-known-lead.ts'
import { ApplicationDialog } from './application-dialog.tsx'
import { type ApplicationPlace, NextStep } from './next-step.tsx'
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
  isPreview?: boolean
}

/** The video with its gate, and the next step below it (docs/spec.md, 'Video pages'). */
export function TrainingStage(props: TrainingStageProps) {
  const { words, place, isGated, unlock, close, isPreview = false } = props
  const known = useKnownLead(isPreview)
  const player = usePlayer()
  const seconds = useWatching(words.video.wistiaId, player.playing)
  const turn = useUnlock(seconds)
  const addresses = useApplication(words.application.link, known, isPreview)
  const state = useDialog('#application', { holdsFrame: true })
  const isInDialog = place === 'dialog' && words.application.link !== ''
  return (
    <>
      <VideoStage video={words.video} player={player} isLocked={isGated && !known} unlock={unlock} />
      <NextStep
        words={words}
        turn={turn}
        address={addresses.tab}
        onApply={(event) => {
          if (!isInDialog || !state.canOpen()) return
          event.preventDefault()
          openStep('#application')
        }}
      />
      {isInDialog && (
        <ApplicationDialog words={words.application} close={close} addresses={addresses} state={state} />
      )}
    </>
  )
}
