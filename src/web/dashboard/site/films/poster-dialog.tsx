import { useRef, useState } from 'react'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { sendPicture } from '#web/dashboard/site/pictures/send-picture.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'

const WIDEST = 1600

/** The film gives no picture; the message says what to do. */
class NoPicture extends Error {}

/** The picture that a film shows at this moment, as a file. */
async function pictureOf(video: HTMLVideoElement): Promise<File> {
  const scale = Math.min(1, WIDEST / video.videoWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88))
  if (!blob)
    throw new NoPicture('The picture could not be taken. Play the video for a moment, and try again.')
  return new File([blob], 'poster.jpg', { type: blob.type })
}

/** Takes the poster from the film: the owner goes to the second that shows it best. */
export function PosterDialog(props: {
  film: string
  onTaken: (address: string) => void
  onClose: () => void
}) {
  const { film, onTaken, onClose } = props
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const take = async () => {
    if (!video.current) return
    setSending(true)
    setProblem(undefined)
    try {
      video.current.pause()
      const { address } = await sendPicture(await pictureOf(video.current), () => {})
      // It was closed meanwhile, so that the picture that was there stays.
      if (!video.current) return
      onTaken(address)
      onClose()
    } catch (error) {
      setProblem(error instanceof NoPicture ? error.message : sentenceOf(error))
      setSending(false)
    }
  }
  return (
    <Dialog title="A picture from the video" shape="card" onClose={onClose}>
      <p className="mb-3 text-sm text-ink-2">
        Go to the moment that best shows what the video is about. People see it before they press play.
      </p>
      <video
        ref={video}
        src={film}
        controls
        muted
        playsInline
        preload="auto"
        aria-label="The video"
        onLoadedData={({ currentTarget }) => {
          // Many films begin in black.
          if (!isReady) currentTarget.currentTime = Math.min(2, (currentTarget.duration || 4) / 10)
          setReady(true)
        }}
        onError={() => setProblem('This browser cannot play the video. Choose a picture instead.')}
        className="max-h-[50dvh] w-full rounded-md bg-sunken"
      />
      <p role="status" className="min-h-5 pt-1 text-xs text-danger">
        {problem}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="primary" disabled={!isReady || isSending} onClick={() => void take()}>
          {isSending ? 'Taking it…' : 'Use this picture'}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Not now
        </Button>
      </div>
    </Dialog>
  )
}
