import { ExternalLink } from 'lucide-react'
import { useEffect } from 'react'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { useWideScreen } from '#web/dashboard/ui/use-wide-screen.ts'
import { ClaimList } from './claims/claim-list.tsx'
import { siteParts } from './document/site-tree.ts'
import { ContentNodes } from './fields/content-nodes.tsx'
import { jumpToField } from './fields/jump-to-field.ts'
import { LookFields } from './look/look-fields.tsx'
import { isUnderLook, type Place, showsPath } from './places.ts'
import { PagePreview } from './preview/page-preview.tsx'

type PageEditorProps = {
  place: Place
  /** A field somebody asked for on another screen; it is shown once it is there. */
  wanted: string | null
  onShown: () => void
  onField: (path: string) => void
}

/** One part of the site: its fields, and beside them (on a phone: in place of them) the page they make. */
export function PageEditor({ place, wanted, onShown, onField }: PageEditorProps) {
  const wide = useWideScreen()
  const isPreview = useAddress().part === 'preview' && !wide
  const go = useGo()
  const part = siteParts.find(({ key }) => key === place.key)

  useEffect(() => {
    // While another screen is still on its way out, the field is not here yet.
    if (!wanted || !showsPath(place, wanted) || isPreview) return
    jumpToField(wanted)
    onShown()
  }, [wanted, isPreview, onShown, place])

  const show = (path: string) => {
    if (isPreview) go({ part: '' })
    onField(path)
  }

  return (
    <div className="min-w-0 lg:grid lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] lg:gap-8">
      <div className={isPreview ? 'hidden' : ''}>
        <header className="mb-5 flex items-baseline justify-between gap-3">
          <h2 className="min-w-0 text-lg font-semibold">{place.title}</h2>
          {place.path && (
            <a
              href={place.path}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 min-w-0 shrink-0 items-center gap-1.5 text-xs text-ink-2 hover:text-ink md:min-h-8"
            >
              {place.path} <ExternalLink size={12} aria-hidden="true" />
              <span className="sr-only">, the public page, in a new tab</span>
            </a>
          )}
        </header>
        <div className="space-y-6 pb-10">
          {place.key === 'claims' ? (
            <ClaimList />
          ) : place.gathers ? (
            <LookFields />
          ) : (
            part && (
              <ContentNodes
                nodes={part.nodes.filter(({ key }) => !isUnderLook(`${place.key}.${key}`))}
                path={place.key}
                depth={1}
              />
            )
          )}
        </div>
      </div>
      {(wide || isPreview) && (
        <div className="h-[calc(100dvh-9rem)] min-h-96 lg:sticky lg:top-4 lg:h-[calc(100dvh-12rem)]">
          <PagePreview place={place} onField={show} />
        </div>
      )}
    </div>
  )
}
