import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { PictureDrop } from './picture-drop.tsx'
import { usePictures } from './use-pictures.ts'

type PictureDialogProps = { title: string; onChoose: (address: string) => void; onClose: () => void }

/** Chooses a picture: a new one, or one that was sent before. */
export function PictureDialog({ title, onChoose, onClose }: PictureDialogProps) {
  const { data, error } = usePictures()
  const choose = (address: string) => {
    onChoose(address)
    onClose()
  }
  return (
    <Dialog title={title} shape="card" onClose={onClose}>
      <PictureDrop onSent={choose} />
      {error && <p className="mt-4 text-sm text-danger">{sentenceOf(error)}</p>}
      {data && data.length > 0 && (
        <>
          <h3 className="mt-4 mb-2 text-sm font-medium">Earlier pictures</h3>
          <ul className="grid grid-cols-3 gap-2">
            {data.map((picture) => (
              <li key={picture.id}>
                <button
                  type="button"
                  aria-label={`Choose the picture of ${picture.width} by ${picture.height}, sent ${picture.createdAt.slice(0, 10)}`}
                  onClick={() => choose(picture.address)}
                  className="block w-full overflow-hidden rounded-sm border border-line hover:border-control"
                >
                  <img
                    src={picture.thumbnail}
                    alt=""
                    loading="lazy"
                    className="aspect-4/3 w-full bg-sunken object-cover"
                  />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
