import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useId, useState } from 'react'
import { FileDrop } from '#web/dashboard/site/fields/file-drop.tsx'
import { refusedFile, refusedPicture, sendPicture } from './send-picture.ts'

/** Takes a picture from the camera roll, a folder or by drag and drop, and sends it; `onSent` while it still stands there. */
export function PictureDrop({ onSent }: { onSent: (address: string) => void }) {
  const id = useId()
  const client = useQueryClient()
  const [share, setShare] = useState(0)
  const [refusal, setRefusal] = useState<string>()
  const send = useMutation({
    mutationFn: (file: File) => sendPicture(file, setShare),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['GET /api/site/pictures'] }),
  })
  const take = (file: File) => {
    if (send.isPending) return
    const refused = refusedFile(file)
    setRefusal(refused)
    setShare(0)
    send.reset()
    // Whoever has left by then has chosen otherwise: it stays one of those that were sent.
    if (!refused) send.mutate(file, { onSuccess: ({ address }) => onSent(address) })
  }
  const problem = refusal ?? (send.error ? refusedPicture(send.error) : undefined)
  return (
    <div>
      <FileDrop
        icon={ImagePlus}
        title="Choose a picture"
        accept="image/*"
        describedBy={`${id}-note`}
        onFile={take}
      >
        ; at most 15 MB
      </FileDrop>
      {send.isPending && (
        <progress
          value={share}
          max={1}
          aria-label="Sending the picture"
          className="progress mt-3 block h-1.5 w-full"
        />
      )}
      <p
        id={`${id}-note`}
        role="status"
        className={`mt-1.5 min-h-5 text-xs ${problem ? 'text-danger' : 'text-ink-3'}`}
      >
        {problem ?? (send.isPending ? (share < 1 ? 'Sending…' : 'Making it small and fast…') : '')}
      </p>
    </div>
  )
}
