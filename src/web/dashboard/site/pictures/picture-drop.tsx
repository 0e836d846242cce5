import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { refusedFile, refusedPicture, sendPicture } from './send-picture.ts'

/** Takes a picture from the camera roll, a folder or by drag and drop, and sends it. */
export function PictureDrop({ onSent }: { onSent: (address: string) => void }) {
  const id = useId()
  const client = useQueryClient()
  const [share, setShare] = useState(0)
  const [refusal, setRefusal] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const send = useMutation({
    mutationFn: (file: File) => sendPicture(file, setShare),
    onSuccess: ({ address }) => {
      void client.invalidateQueries({ queryKey: ['GET /api/site/pictures'] })
      onSent(address)
    },
  })
  // A file that misses the field must not take the place of the dashboard in the window.
  useEffect(() => {
    const stay = (event: DragEvent) => event.preventDefault()
    window.addEventListener('dragover', stay)
    window.addEventListener('drop', stay)
    return () => {
      window.removeEventListener('dragover', stay)
      window.removeEventListener('drop', stay)
    }
  }, [])
  const take = (file: File | undefined) => {
    if (!file || send.isPending) return
    const refused = refusedFile(file)
    setRefusal(refused)
    setShare(0)
    send.reset()
    if (!refused) send.mutate(file)
  }
  const problem = refusal ?? (send.error ? refusedPicture(send.error) : undefined)
  return (
    <div>
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          take(event.dataTransfer.files[0])
        }}
        className={`flex min-h-24 flex-col items-center justify-center gap-1 rounded-md border border-dashed px-4 py-5 text-center text-sm focus-within:outline-2 focus-within:outline-[var(--color-focus)] ${isOver ? 'border-accent bg-sunken' : 'border-control hover:bg-sunken'}`}
      >
        <ImagePlus size={20} aria-hidden="true" className="text-ink-3" />
        <span className="font-medium">Choose a picture</span>
        <span className="text-xs text-ink-3">
          from your phone or computer<span className="not-pointer-fine:hidden">, or drop it here</span>; at
          most 15 MB
        </span>
        <input
          id={id}
          type="file"
          accept="image/*"
          className="sr-only"
          aria-describedby={`${id}-note`}
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0])
            // The same file can be chosen again after a refusal.
            currentTarget.value = ''
          }}
        />
      </label>
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
