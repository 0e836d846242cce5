import { fillPlaceholders } from '#contract/fill-placeholders.ts'
import type { PortalWords } from '#contract/site-content-portal.ts'
import type { WeekContent } from '#contract/site-content-weeks.ts'
import { addressOf } from '#contract/video-source.ts'
import { chosenIn } from './portal-state.ts'
import { StageBar } from './stage-bar.tsx'
import { StageScreen } from './stage-screen.tsx'
import { timeText } from './study-record.ts'
import type { Portal } from './use-portal.ts'
import type { PlacedVideo } from './video-list.ts'

/** What the video on the stage is about, and where the member left it. */
function StageWords(props: { video: PlacedVideo; words: PortalWords; portal: Portal }) {
  const { video, words, portal } = props
  const { content, key } = video
  const at = portal.record.done.includes(key) ? undefined : portal.record.seconds[key]
  // While it plays that changes every few seconds, and whoever hears the page would hear nothing else.
  const isPlaying = video.week === portal.state.week && portal.state.player !== 'off'
  return (
    <div className="stage-words" aria-live="polite">
      <p className="stage-type">
        <span className="stage-kind">{words.videoTypes[content.type]}</span>
        {content.duration && <span>{content.duration}</span>}
        {at !== undefined && (
          <span aria-live={isPlaying ? 'off' : undefined}>
            {fillPlaceholders(words.progress.at, { time: timeText(at) })}
          </span>
        )}
      </p>
      <h4 className="stage-title">{content.title}</h4>
      {content.description && <p className="stage-text">{content.description}</p>}
    </div>
  )
}

/**
 * The stage of a week: the video that is chosen, what it is about, and the way to the ones beside it. The server
 * draws the first; its buttons need the browser and appear with it.
 */
export function WeekStage(props: { week: WeekContent; words: PortalWords; portal: Portal }) {
  const { week, words, portal } = props
  const { state } = portal
  const video = portal.videos.get(week.id)?.[chosenIn(state, week.id)]
  if (!video) return <p className="stage-empty">{words.noVideos}</p>
  const isOpen = week.id === state.week
  return (
    <div className="stage" ref={isOpen ? portal.openStage : undefined}>
      <StageScreen video={video} words={words.player} portal={portal} isOpen={isOpen} />
      {isOpen && state.hasTrouble && video.source && (
        <p className="stage-failed" role="alert">
          {words.player.failed}{' '}
          <a href={addressOf(video.source)} target="_blank" rel="noopener">
            {words.player.elsewhere}
          </a>
        </p>
      )}
      <StageBar video={video} week={week} words={words.player} portal={portal} />
      <StageWords video={video} words={words} portal={portal} />
    </div>
  )
}
