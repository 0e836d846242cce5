import type { PortalWords } from '#contract/site-content-portal.ts'
import type { VideoContent } from '#contract/site-content-weeks.ts'
import { SitePicture } from '#web/site/page/site-picture.tsx'
import { Mark } from './marks.tsx'
import { fragmentOf } from './portal-address.ts'
import { VideoArt } from './video-art.tsx'
import { addressOf, keyOf, sourceOf } from './video-source.ts'

/** What stands for a video before it plays: the owner's picture, or the drawing of its type. */
export function VideoPicture({ video }: { video: VideoContent }) {
  return video.thumbnail ? (
    <SitePicture
      className="art"
      picture={{ src: video.thumbnail, alt: '' }}
      width={320}
      height={180}
      sizes="20em"
      isLazy
    />
  ) : (
    <VideoArt type={video.type} title={video.title} />
  )
}

function Film(props: { id: string; week: string; video: VideoContent; words: PortalWords }) {
  const { id, week, video, words } = props
  const source = sourceOf(video)
  // Without the script a video opens at its host; the script turns the link into a choice for the stage.
  const link = source ? { href: addressOf(source), target: '_blank', rel: 'noopener' } : { href: `#${id}` }
  return (
    <li id={id} data-key={keyOf(video, week)} data-host={source?.host} data-media={source?.id}>
      <a className="film" {...link}>
        <span className="film-picture">
          <VideoPicture video={video} />
          {video.duration && <span className="film-length">{video.duration}</span>}
          <span className="film-done">
            <Mark name="done" />
          </span>
        </span>
        <span className="film-type">{words.videoTypes[video.type]}</span>
        <span className="film-title">{video.title}</span>
        <span className="unseen" data-done data-text={words.player.isDone} />
      </a>
      {video.description && <p className="film-text">{video.description}</p>}
    </li>
  )
}

/** The videos of a week as a grid of thumbnails, the one on the stage highlighted. */
export function VideoShelf(props: { week: string; videos: VideoContent[]; words: PortalWords }) {
  const { week, videos, words } = props
  return (
    <section className="shelf">
      <h4>{words.videosTitle}</h4>
      <ol className="films">
        {videos.map((video, index) => {
          const id = fragmentOf({ week, video: index })
          return <Film key={id} id={id} week={week} video={video} words={words} />
        })}
      </ol>
    </section>
  )
}
