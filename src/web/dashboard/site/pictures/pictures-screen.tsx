import type { ListedPicture } from '#contract/content-api.ts'
import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { CutNote } from '#web/dashboard/list/cut-note.tsx'
import { FailedList, ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { titlesOf } from '#web/dashboard/site/document/site-tree.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { PictureDrop } from './picture-drop.tsx'
import { useForgetPicture, usePictures } from './use-pictures.ts'

const placesOf = ({ usedIn, usedEarlier }: ListedPicture): string => {
  if (usedIn.length > 0) return `On: ${[...new Set(usedIn.map((path) => titlesOf(path)[0]))].join(', ')}`
  return usedEarlier ? 'Kept for an earlier version' : 'Not used'
}

/** One picture: where it is used and, where it is used nowhere, the way to delete it after one question. */
function PictureRow(props: { picture: ListedPicture; number: number; onLeave: () => void }) {
  const { picture, number, onLeave } = props
  const forget = useForgetPicture()
  const { asking, raise, keep, ask, no } = useAsking()
  const isUsed = picture.usedIn.length > 0 || picture.usedEarlier
  const error = forget.error && !isSignedOut(forget.error) ? sentenceOf(forget.error) : undefined
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-3 text-sm">
      <img
        src={picture.thumbnail}
        alt=""
        loading="lazy"
        className="h-14 w-20 shrink-0 rounded-sm border border-line bg-checkers object-contain"
      />
      <div className="min-w-0 flex-1">
        <p className="tabular-nums">
          {picture.width} × {picture.height}
        </p>
        <p className="text-xs text-ink-3">{placesOf(picture)}</p>
      </div>
      {!isUsed && !asking && (
        <Button ref={ask} look="quiet" aria-label={`Delete picture ${number}`} onClick={raise}>
          Delete
        </Button>
      )}
      {asking && (
        <div className="flex w-full flex-wrap items-center justify-end gap-2">
          <p className="mr-auto">Delete this picture for good?</p>
          <Button ref={no} look="quiet" onClick={keep}>
            Keep it
          </Button>
          <Button
            look="danger"
            disabled={forget.isPending}
            onClick={() => {
              onLeave()
              forget.mutate(picture.id)
            }}
          >
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

/** The site's pictures: new ones, where each is used, and forgetting those that are used nowhere. */
export function PicturesScreen() {
  const { data, error, refetch } = usePictures()
  const deleting = useOpened<HTMLHeadingElement>()
  return (
    <div className="max-w-160 pb-10">
      <h2 ref={deleting.opener} tabIndex={-1} className="text-lg font-semibold">
        Pictures
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">
        They are made small and fast for phones. Choose where one is shown on its page.
      </p>
      <PictureDrop onSent={() => showToast({ title: 'Picture added' })} />
      {!data &&
        (error ? (
          <FailedList what="The pictures" error={error} retry={() => void refetch()} />
        ) : (
          <ListSkeleton rows={3} />
        ))}
      {data && data.rows.length > 0 && (
        <ul aria-label="Pictures" className="mt-4 border-t border-line">
          {data.rows.map((picture, at) => (
            <PictureRow key={picture.id} picture={picture} number={at + 1} onLeave={deleting.leave} />
          ))}
        </ul>
      )}
      {data && (
        <CutNote which="newest" shown={data.rows.length} total={data.total}>
          Delete some that are not used, and earlier ones are listed.
        </CutNote>
      )}
    </div>
  )
}
