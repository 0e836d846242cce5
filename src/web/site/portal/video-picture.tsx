import type { VideoContent } from '#contract/site-content-weeks.ts'
import { SitePicture } from '#web/site/page/site-picture.tsx'
import { VideoArt } from './video-art.tsx'

/** What stands for a video before it plays: the owner's picture, or the drawing of its type. */
export function VideoPicture(props: { video: VideoContent; sizes: string; isLazy: boolean }) {
  const { video, sizes, isLazy } = props
  if (!video.thumbnail) return <VideoArt type={video.type} title={video.title} />
  return (
    <SitePicture
      className="art"
      picture={{ src: video.thumbnail, alt: '' }}
      width={320}
      height={180}
      sizes={sizes}
      isLazy={isLazy}
    />
  )
}
