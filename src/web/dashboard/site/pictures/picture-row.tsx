import { useEffect, useRef, useState } from 'react'
import type { ListedPicture } from '#contract/content-api.ts'
import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { titlesOf } from '#web/dashboard/site/document/site-tree.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { useForgetPicture } from './use-pictures.ts'

const placesOf = ({ usedIn, usedEarlier }: ListedPicture): string => {
  if (usedIn.length > 0) return `On: ${[...new Set(usedIn.map((path) => titlesOf(path)[0]))].join(', ')}`
  return usedEarlier ? 'Kept for an earlier version' : 'Not used'
}

/** One picture: where it is used and, where it is used nowhere, the way to delete it after one question. */
export function PictureRow({ picture, number }: { picture: ListedPicture; number: number }) {
  const forget = useForgetPicture()
  const [asking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asking) keep.current?.focus()
  }, [asking])
  const isUsed = picture.usedIn.length > 0 || picture.usedEarlier
  const error = forget.error && !isSignedOut(forget.error) ? sentenceOf(forget.error) : undefined
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-3 text-sm">
      <img
        src={picture.thumbnail}
        alt=""
        loading="lazy"
        className="h-14 w-20 shrink-0 rounded-sm border border-line bg-sunken object-cover"
      />
      <div className="min-w-0 flex-1">
        <p className="tabular-nums">
          {picture.width} × {picture.height}
        </p>
        <p className="text-xs text-ink-3">{placesOf(picture)}</p>
      </div>
      {!isUsed && !asking && (
        <Button look="quiet" aria-label={`Delete picture ${number}`} onClick={() => setAsking(true)}>
          Delete
        </Button>
      )}
      {asking && (
        <div className="flex w-full flex-wrap items-center justify-end gap-2">
          <p className="mr-auto">Delete this picture for good?</p>
          <Button ref={keep} look="quiet" onClick={() => setAsking(false)}>
            Keep it
          </Button>
          <Button look="danger" disabled={forget.isPending} onClick={() => forget.mutate(picture.id)}>
            {forget.isPending ? 'Deleting…' : 'Delete'}
          </Button>
        </div>
      )}
      {error && (
        <p role="alert" className="w-full text-danger">
          {error}
        </p>
      )}
    </li>
  )
}
