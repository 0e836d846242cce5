import { useState } from 'react'
import type { VideoSource } from '#contract/video-source.ts'
import { HostFrame } from '#web/site/film/host-frame.tsx'
import type { PlayerProps } from './player-events.ts'

type Framed = Extract<VideoSource, { host: 'youtube' | 'vimeo' }>

/** Plays a video of YouTube's or Vimeo's in its host's frame, from a second on. */
export function FramePlayer({ source, title, from, seconds, on }: PlayerProps<Framed>) {
  const [isReady, setReady] = useState(false)
  const film =
    source.host === 'vimeo'
      ? { kind: source.host, media: source.id, hash: source.hash }
      : { kind: source.host, media: source.id }
  return (
    <HostFrame
      film={film}
      title={title}
      from={from}
      isReady={isReady}
      onReady={(video) => {
        setReady(true)
        seconds.current = () => video.currentTime ?? from
        on.ready()
      }}
      onEnded={() => on.ended()}
    />
  )
}
