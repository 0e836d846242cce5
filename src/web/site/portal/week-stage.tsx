import { fillPlaceholders } from '#contract/fill-placeholders.ts'
import type { PortalWords } from '#contract/site-content-portal.ts'
import type { VideoContent, WeekContent } from '#contract/site-content-weeks.ts'
import { Mark } from './marks.tsx'
import { VideoPicture } from './video-shelf.tsx'
import { addressOf, sourceOf } from './video-source.ts'

function Screen({ video, words }: { video: VideoContent; words: PortalWords['player'] }) {
  const source = sourceOf(video)
  return (
    <div className="screen">
      <div className="screen-picture">
        <VideoPicture video={video} />
      </div>
      <a
        className="play"
        hidden={!source}
        {...(source && { href: addressOf(source), target: '_blank', rel: 'noopener' })}
      >
        <span className="unseen" data-play={words.play}>
          {fillPlaceholders(words.play, { title: video.title })}
        </span>
        <span className="play-sign">
          <svg viewBox="0 0 32 32" width="36" height="36" aria-hidden="true">
            <path d="M11 6.5v19l15-9.5z" />
          </svg>
        </span>
      </a>
      <div className="screen-missing" hidden={Boolean(source)}>
        <p>{words.missing}</p>
        <p>{words.missingText}</p>
      </div>
      <div className="screen-player" tabIndex={-1} />
    </div>
  )
}

/**
 * The stage of a week: the video that is chosen, what it is about, and the way to the ones beside it. The server
 * draws the first; the script puts any other there. Its buttons need the script and appear with it.
 */
export function WeekStage({ week, words }: { week: WeekContent; words: PortalWords }) {
  const [first] = week.videos
  const { player } = words
  const source = first && sourceOf(first)
  if (!first) return <p className="stage-empty">{words.noVideos}</p>
  return (
    <div className="stage">
      <Screen video={first} words={player} />
      <p className="stage-failed" role="alert" hidden>
        {player.failed}{' '}
        <a href={source ? addressOf(source) : '/trainingportal'} target="_blank" rel="noopener">
          {player.elsewhere}
        </a>
      </p>
      <div className="stage-bar" hidden>
        <div className="stage-steps">
          <button type="button" className="step" data-step="-1">
            <Mark name="previous" />
            <span>{player.previous}</span>
          </button>
          <p className="counter" data-counter={player.counter}>
            {fillPlaceholders(player.counter, { n: 1, total: week.videos.length })}
          </p>
          <button type="button" className="step" data-step="1">
            <span>{player.next}</span>
            <Mark name="next" />
          </button>
        </div>
        <button type="button" className="mark-done">
          <Mark name="done" />
          <span data-mark={player.markDone} data-done={player.isDone}>
            {player.markDone}
          </span>
          <span className="unseen" data-undo={player.takeBack} />
        </button>
      </div>
      <div className="stage-words" aria-live="polite">
        <p className="stage-type">
          <span data-type>{words.videoTypes[first.type]}</span>
          <span data-length>{first.duration}</span>
          <span data-left={words.progress.at} />
        </p>
        <h4 data-title>{first.title}</h4>
        <p data-text>{first.description}</p>
      </div>
    </div>
  )
}
