import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { FailedList, ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { titlesOf } from '#web/dashboard/site/document/site-tree.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { PictureDrop } from './picture-drop.tsx'
import { useForgetPicture, usePictures } from './use-pictures.ts'

/** The site's pictures: new ones, where each is used, and forgetting those that are used nowhere. */
export function PicturesScreen() {
  const { data, error, refetch } = usePictures()
  const forget = useForgetPicture()
  return (
    <div className="max-w-160 pb-10">
      <h2 className="text-lg font-semibold">Pictures</h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">
        They are made small and fast for phones. Choose where one is shown on its page.
      </p>
      <PictureDrop onSent={() => showToast({ title: 'Picture added' })} />
      {forget.error && !isSignedOut(forget.error) && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {sentenceOf(forget.error)}
        </p>
      )}
      {!data &&
        (error ? (
          <FailedList what="The pictures" error={error} retry={() => void refetch()} />
        ) : (
          <ListSkeleton rows={3} />
        ))}
      {data && data.length > 0 && (
        <ul aria-label="Pictures" className="mt-4 border-t border-line">
          {data.map((picture, at) => {
            const place = picture.usedIn.map((path) => titlesOf(path)[0])
            const isUsed = picture.usedIn.length > 0 || picture.usedEarlier
            return (
              <li key={picture.id} className="flex items-center gap-3 border-b border-line py-3 text-sm">
                <img
                  src={picture.thumbnail}
                  alt=""
                  loading="lazy"
                  className="h-14 w-20 shrink-0 rounded-sm bg-sunken object-cover"
                />
                <div className="min-w-0 flex-1">
                  <p className="tabular-nums">
                    {picture.width} × {picture.height}
                  </p>
                  <p className="truncate text-xs text-ink-3">
                    {place.length > 0
                      ? `On: ${[...new Set(place)].join(', ')}`
                      : picture.usedEarlier
                        ? 'In an earlier version'
                        : 'Not used'}
                  </p>
                </div>
                {!isUsed && (
                  <Button
                    look="quiet"
                    aria-label={`Delete picture ${at + 1}`}
                    disabled={forget.isPending}
                    onClick={() => forget.mutate(picture.id)}
                  >
                    Delete
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
