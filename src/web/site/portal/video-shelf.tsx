import type { PortalWords } from '#contract/site-content-portal.ts'
import { addressOf } from '#contract/video-source.ts'
import { Mark } from './marks.tsx'
import { fragmentOf } from './portal-address.ts'
import { chosenIn } from './portal-state.ts'
import type { Portal } from './use-portal.ts'
import type { PlacedVideo } from './video-list.ts'
import { VideoPicture } from './video-picture.tsx'
import { whenPlain } from './when-plain.ts'

function Thumbnail(props: { video: PlacedVideo; words: PortalWords; portal: Portal }) {
  const { video, words, portal } = props
  const { week, index, source, content } = video
  const { state, record } = portal
  const id = fragmentOf({ week, video: index })
  const isDone = record.done.includes(video.key)
  // Until the browser has taken over, a video opens at its host; then the link is a choice for the stage.
  const elsewhere = state.isLive ? undefined : source
  const isOnStage = state.isLive && chosenIn(state, week) === index
  return (
    <li id={id} className={isDone ? 'is-done' : undefined}>
      <a
        className="film"
        data-keep
        aria-current={isOnStage || undefined}
        href={elsewhere ? addressOf(elsewhere) : `#${id}`}
        target={elsewhere && '_blank'}
        rel={elsewhere && 'noopener'}
        onClick={whenPlain(() => portal.show(video))}
      >
        <span className="film-picture">
          <VideoPicture video={content} sizes="20em" isLazy />
          {content.duration && <span className="film-length">{content.duration}</span>}
          <span className="film-done">
            <Mark name="done" />
          </span>
        </span>
        <span className="film-type">{words.videoTypes[content.type]}</span>
        <span className="film-title">{content.title}</span>
        {isDone && <span className="unseen">{` (${words.player.isDone})`}</span>}
      </a>
      {content.description && <p className="film-text">{content.description}</p>}
    </li>
  )
}

/** The videos of a week as a grid of thumbnails, the one on the stage highlighted. */
export function VideoShelf(props: { week: string; words: PortalWords; portal: Portal }) {
  const { words, portal } = props
  const videos = portal.videos.get(props.week) ?? []
  if (videos.length === 0) return null
  return (
    <section className="shelf">
      <h4>{words.videosTitle}</h4>
      <ol className="films">
        {videos.map((video) => (
          <Thumbnail key={video.index} video={video} words={words} portal={portal} />
        ))}
      </ol>
    </section>
  )
}
