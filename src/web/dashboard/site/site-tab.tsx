import { ChevronLeft } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useNavigationType } from 'react-router'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { FailedList, ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { useWideScreen } from '#web/dashboard/ui/use-wide-screen.ts'
import { AdLinks } from './ad-links/ad-links.tsx'
import { CallsScreen } from './calls/calls-screen.tsx'
import { DraftProvider } from './draft/draft-context.tsx'
import { useOpenedDraft } from './draft/use-opened-draft.ts'
import { useUploadFollows } from './films/use-upload-follows.ts'
import { FindField } from './find-field.tsx'
import { Versions } from './history/versions.tsx'
import { PageEditor } from './page-editor.tsx'
import { PicturesScreen } from './pictures/pictures-screen.tsx'
import { type Place, placeOfPath, places, showsPath } from './places.ts'
import { EditOrPreview } from './preview/edit-or-preview.tsx'
import { PublishBar } from './publish/publish-bar.tsx'
import { screens, siteAddress } from './site-address.ts'
import { SiteNav } from './site-nav.tsx'
import { Start } from './start/start.tsx'

/**
 * Another screen begins at its top, and one that is gone back to where it was left. Whoever came from a link that
 * is no longer there goes on from the screen's own element; whoever was led to a field of it stays at that field.
 */
function useKeptScroll(page: string, screen: RefObject<HTMLElement | null>): void {
  const left = useRef(new Map<string, number>())
  const shown = useRef(page)
  const isBack = useNavigationType() === 'POP'

  useEffect(() => {
    const keep = () => left.current.set(shown.current, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [])

  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    // Whoever was led to a field is there already.
    const held = document.activeElement
    if (held !== screen.current && screen.current?.contains(held)) return
    window.scrollTo(0, isBack ? (left.current.get(page) ?? 0) : 0)
    if (document.activeElement === document.body) screen.current?.focus({ preventScroll: true })
  }, [page, isBack, screen])
}

type ScreenProps = {
  place: Place | undefined
  wanted: string | null
  onShown: () => void
  onField: (path: string) => void
}

function Screen({ place, ...editor }: ScreenProps) {
  const { page } = useAddress()
  if (place) return <PageEditor key={place.key} place={place} {...editor} />
  if (page === 'booked-calls') return <CallsScreen />
  if (page === 'versions') return <Versions />
  if (page === 'pictures') return <PicturesScreen />
  if (page === 'ad-links') return <AdLinks />
  return <Start onField={editor.onField} />
}

function BackToSite({ label }: { label: string }) {
  return (
    <Link
      to={{ search: siteAddress(useAddress(), '') }}
      className="-ml-1 inline-flex min-h-11 items-center gap-1 text-sm text-ink-2 hover:text-ink lg:hidden"
    >
      <ChevronLeft size={16} aria-hidden="true" />
      {label}
    </Link>
  )
}

/**
 * The Site area: every text, picture, link and number of the site, for the owner to change
 * (docs/spec.md, 'Site content').
 */
export default function SiteTab() {
  const address = useAddress()
  const go = useGo()
  const wide = useWideScreen()
  const { data: draft, error, refetch } = useOpenedDraft()
  useUploadFollows(draft)
  const [wanted, setWanted] = useState<string | null>(null)
  const screen = useRef<HTMLDivElement>(null)
  useKeptScroll(address.page, screen)
  const place = places.find(({ key }) => key === address.page)
  const isStart = !place && !screens.some(({ name }) => name !== '' && name === address.page)

  const showField = useCallback(
    (path: string) => {
      // A field that stands on this screen is shown here, though it has a place of its own elsewhere.
      const here = places.find((one) => one.key === address.page && showsPath(one, path))
      const target = here ?? placeOfPath(path)
      if (!target) return
      // Jumped to once it is on screen: a dialog that is just closing still holds the focus.
      setWanted(path)
      if (target.key !== address.page) go({ page: target.key, part: '' })
    },
    [address.page, go],
  )
  const forget = useCallback(() => setWanted(null), [])

  if (!draft)
    return error ? (
      <FailedList what="The site" error={error} retry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={6} />
    )
  return (
    <DraftProvider value={draft}>
      <section aria-label="Site" className="-mb-16 pt-4">
        <div className="lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-8">
          {wide && (
            <div className="pb-8 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:-mx-1 lg:-mt-1 lg:overflow-y-auto lg:px-1 lg:pt-1">
              <div className="mb-4">
                <FindField onField={showField} />
              </div>
              <SiteNav withScreens />
            </div>
          )}
          <div ref={screen} tabIndex={-1} className="min-h-[calc(100dvh-12rem)] min-w-0 outline-none">
            {!wide && !isStart && <BackToSite label="All of the site" />}
            <Screen place={place} wanted={wanted} onShown={forget} onField={showField} />
          </div>
        </div>
        <PublishBar onField={showField}>{place && !wide && <EditOrPreview />}</PublishBar>
      </section>
    </DraftProvider>
  )
}
