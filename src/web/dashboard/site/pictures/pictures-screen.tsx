import { FailedList, ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { PictureDrop } from './picture-drop.tsx'
import { PictureRow } from './picture-row.tsx'
import { usePictures } from './use-pictures.ts'

/** The site's pictures: new ones, where each is used, and forgetting those that are used nowhere. */
export function PicturesScreen() {
  const { data, error, refetch } = usePictures()
  return (
    <div className="max-w-160 pb-10">
      <h2 className="text-lg font-semibold">Pictures</h2>
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
      {data && data.length > 0 && (
        <ul aria-label="Pictures" className="mt-4 border-t border-line">
          {data.map((picture, at) => (
            <PictureRow key={picture.id} picture={picture} number={at + 1} />
          ))}
        </ul>
      )}
    </div>
  )
}
