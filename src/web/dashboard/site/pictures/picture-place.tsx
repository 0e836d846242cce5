import { Image } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { CutNote } from '#web/dashboard/list/cut-note.tsx'
import { useDraft, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import type { FieldNode } from '#web/dashboard/site/fields/field-node.ts'
import { fieldId } from '#web/dashboard/site/fields/jump-to-field.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { PictureDrop } from './picture-drop.tsx'
import { usePictures } from './use-pictures.ts'
import type { Point } from './use-point.ts'

type PictureDialogProps = { title: string; onChoose: (address: string) => void; onClose: () => void }

/** Chooses a picture: a new one, or one that was sent before. */
function PictureDialog({ title, onChoose, onClose }: PictureDialogProps) {
  const { data, error } = usePictures()
  const choose = (address: string) => {
    onChoose(address)
    onClose()
  }
  return (
    <Dialog title={title} shape="card" onClose={onClose}>
      <PictureDrop onSent={choose} />
      {error && <p className="mt-4 text-sm text-danger">{sentenceOf(error)}</p>}
      {data && data.rows.length > 0 && (
        <>
          <h3 className="mt-4 mb-2 text-sm font-medium">Earlier pictures</h3>
          <ul className="grid grid-cols-3 gap-2">
            {data.rows.map((picture) => (
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
                    className="aspect-4/3 w-full bg-checkers object-contain"
                  />
                </button>
              </li>
            ))}
          </ul>
          <CutNote which="newest" shown={data.rows.length} total={data.total}>
            To see an earlier one, delete some that are not used, under Pictures. The same file sent again is
            the same picture.
          </CutNote>
        </>
      )}
    </Dialog>
  )
}

type PicturePlaceProps = {
  title: string
  path: string
  /** It is never cropped. */
  isWhole?: boolean
  /** The point that stays in sight where it is. */
  point?: Point | undefined
  /** A picture was put in this place. */
  onChosen?: ((address: string) => void) | undefined
  children?: ReactNode
}

/** The picture at a path with what can be done to it. */
export function PicturePlace({ title, path, isWhole, point, onChosen, children }: PicturePlaceProps) {
  const draft = useDraft()
  const { value, problem } = useValue(path)
  const [choosing, setChoosing] = useState(false)
  const removing = useOpened()
  const headingId = useId()
  const address = typeof value === 'string' ? value : ''
  // The dashboard shows pictures of its own site only.
  const isOwn = address.startsWith('/')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in a row with what it names.
    <div role="group" aria-labelledby={headingId} data-part={path}>
      <p id={headingId} className="text-sm text-ink-2">
        {title}
      </p>
      <div className="mt-1.5 flex items-center gap-3">
        <span className="flex h-18 w-24 shrink-0 items-center justify-center overflow-hidden rounded-sm border border-line bg-sunken text-ink-3">
          {isOwn ? (
            <img
              src={address}
              alt=""
              className={`size-full ${isWhole ? 'bg-checkers object-contain p-1.5' : 'object-cover'}`}
              style={point && { objectPosition: `${point.x}% ${point.y}%` }}
            />
          ) : (
            <Image size={20} aria-hidden="true" />
          )}
        </span>
        <div className="min-w-0">
          <div className="flex flex-wrap gap-2">
            <Button ref={removing.opener} id={fieldId(path)} onClick={() => setChoosing(true)}>
              {address === '' ? 'Choose a picture' : 'Change'}
            </Button>
            {address !== '' && (
              <Button
                look="quiet"
                aria-label={`Remove: ${title}`}
                onClick={() => {
                  removing.leave()
                  draft.change(path, '')
                }}
              >
                Remove
              </Button>
            )}
          </div>
          {!isOwn && address !== '' && <p className="mt-1 truncate text-xs text-ink-3">{address}</p>}
        </div>
      </div>
      {problem && <p className="mt-1 text-xs text-danger">{problem}</p>}
      {children}
      {choosing && (
        <PictureDialog
          title={title}
          onChoose={(chosen) => {
            draft.change(path, chosen)
            onChosen?.(chosen)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

/** A picture of the site that needs no words of its own, because words stand beside it. */
export function PictureLinkField({ path, node }: { path: string; node: FieldNode }) {
  return <PicturePlace title={node.title.replace(/^Address of /, '').replace(/^a /, 'A ')} path={path} />
}
