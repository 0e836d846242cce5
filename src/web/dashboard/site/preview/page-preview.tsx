import { ExternalLink, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { valueAt } from '#contract/path-value.ts'
import { useWidth } from '#web/dashboard/chart/use-width.ts'
import { fieldsIn, siteParts } from '#web/dashboard/site/document/site-tree.ts'
import { useDraft, useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { type Place, placeWithPath } from '#web/dashboard/site/places.ts'
import { useWideScreen } from '#web/dashboard/ui/use-wide-screen.ts'
import { fieldOfText } from './field-of-text.ts'
import { type Pressed, PreviewFrame } from './preview-frame.tsx'

const DESK = 1280
const PHONE = 390

const sizes = [
  { name: 'phone', label: 'As on a phone', icon: Smartphone },
  { name: 'desktop', label: 'As on a computer', icon: Monitor },
] as const

type PagePreviewProps = { place: Place; onField: (path: string) => void }

/** The page as it will be, drawn from the draft; pressing a text or a picture leads to its field. */
export function PagePreview({ place, onField }: PagePreviewProps) {
  const draft = useDraft()
  const wide = useWideScreen()
  const revision = useDraftPart((state) => state.revision)
  const [size, setSize] = useState<'phone' | 'desktop'>('phone')
  const [path, setPath] = useState(place.preview)
  const [ref, room] = useWidth<HTMLDivElement>()
  const width = size === 'desktop' ? DESK : wide ? Math.min(PHONE, room) : undefined
  const scale = width ? Math.min(1, room / width) : 1

  const press = (pressed: Pressed) => {
    if ('field' in pressed) {
      onField(pressed.field)
      return true
    }
    const { content } = draft.state()
    const shown = placeWithPath(path)?.key
    const own = siteParts.filter(({ key }) => key === place.key || (place.gathers && key === shown))
    // What stands on every page, such as the footer, belongs to another part.
    const others = siteParts.filter(
      ({ key }) => ['brand', 'consent', 'leadForm'].includes(key) && key !== place.key,
    )
    const fields = [...own, ...others].flatMap((part) => fieldsIn(part, part.key, valueAt(content, part.key)))
    const found = fieldOfText(fields, pressed.text)
    if (found) onField(found)
    return found !== undefined
  }

  return (
    <section aria-label="Preview" className="flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pb-2">
        <p className="min-w-0 flex-1 basis-40 text-xs text-ink-3">
          {place.path === null && !place.alsoOn && (
            <span className="block truncate">Seen on {place.preview}</span>
          )}
          Press any text or picture to change it.
        </p>
        <div className="flex max-w-full items-center gap-1">
          {place.alsoOn && (
            <select
              aria-label="Page of the preview"
              value={path}
              onChange={({ currentTarget }) => setPath(currentTarget.value)}
              className="min-h-11 min-w-0 flex-1 rounded-sm border border-line bg-surface px-2 text-base md:min-h-8 md:text-xs"
            >
              {[place.preview, ...place.alsoOn].map((one) => (
                <option key={one} value={one}>
                  {place.previewTitles?.[one] ?? placeWithPath(one)?.title ?? one}
                </option>
              ))}
            </select>
          )}
          <fieldset className="flex rounded-sm border border-line">
            <legend className="sr-only">Width of the preview</legend>
            {sizes.map(({ name, label, icon: Icon }) => (
              <button
                key={name}
                type="button"
                aria-label={label}
                title={label}
                aria-pressed={size === name}
                onClick={() => setSize(name)}
                className="inline-flex h-11 w-11 items-center justify-center text-ink-3 aria-pressed:bg-sunken aria-pressed:text-ink md:h-8 md:w-9"
              >
                <Icon size={15} aria-hidden="true" />
              </button>
            ))}
          </fieldset>
          <a
            href={`/api/site/preview?path=${encodeURIComponent(path)}`}
            target="_blank"
            rel="noreferrer"
            aria-label="Open the preview in a new tab"
            title="Open the preview in a new tab"
            className="inline-flex size-11 items-center justify-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink md:size-8"
          >
            <ExternalLink size={15} aria-hidden="true" />
          </a>
        </div>
      </div>
      <div
        ref={ref}
        className="flex min-h-0 flex-1 justify-center overflow-hidden rounded-md border border-line bg-sunken"
      >
        {room > 0 && (
          <PreviewFrame
            path={path}
            revision={String(revision)}
            title={`Preview of ${place.title}`}
            width={width}
            scale={scale}
            onPress={press}
          />
        )}
      </div>
      <p className="pt-1.5 text-xs text-ink-3">Nothing here is counted or sent.</p>
    </section>
  )
}
