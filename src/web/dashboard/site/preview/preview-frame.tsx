import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/dashboard/ui/button.tsx'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'

type PreviewFrameProps = {
  path: string
  /** An earlier version in place of the draft. */
  version?: number | undefined
  /** Changes with what there is to show; the page is then loaded again without a jump. */
  revision: string
  title: string
  /** The width the page is drawn at, and how much of it is shown. */
  width: number | undefined
  scale: number
  /** Somebody pressed something of the page; true where it is known. */
  onPress?: ((pressed: Pressed) => boolean) | undefined
}

/** What was pressed: something that says a text, or a picture or mark that names its field. */
export type Pressed = { text: string } | { field: string }

const previewAddress = (path: string, at: string, version: number | undefined): string => {
  const query = new URLSearchParams({
    path,
    at,
    ...(version === undefined ? {} : { version: String(version) }),
  })
  return `/api/site/preview?${query}`
}

const DEEPEST = 4

// From the innermost thing outwards: what it says, and the field it names. Far out a text is no longer what was meant.
function pressedThings(target: Element): Pressed[] {
  const things: Pressed[] = []
  let texts = 0
  for (let here: Element | null = target; here; here = here.parentElement) {
    const field = here.getAttribute('data-field')
    if (field) things.push({ field })
    if (here.textContent && texts < DEEPEST) {
      things.push({ text: here.textContent })
      texts += 1
    }
  }
  return things
}

/**
 * The real page in a frame. A newer one is loaded behind the one on screen and takes its place once it is drawn,
 * scrolled to where the old one was. Links lead nowhere; a press names what was pressed.
 */
export function PreviewFrame(props: PreviewFrameProps) {
  const { path, version, revision, title, width, scale, onPress } = props
  const [shown, setShown] = useState({ path, revision })
  // Counted up where the page on screen is asked for again.
  const [attempt, setAttempt] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  const { opener: frame, leave } = useOpened<HTMLIFrameElement>()
  const isStale = shown.revision !== revision || shown.path !== path
  const wanted = { path, revision }
  const frames = isStale ? [shown, wanted] : [shown]

  const latest = useRef(onPress)
  latest.current = onPress
  const [heard] = useState(() => new WeakSet<Document>())

  const hear = (page: Document) => {
    if (heard.has(page)) return
    heard.add(page)
    page.addEventListener(
      'click',
      (event) => {
        const { target } = event
        // An element of the frame's own page, whose classes are other than this page's.
        if (!target || !('closest' in target)) return
        const element = target as Element
        if (element.closest('a, form, button')) event.preventDefault()
        for (const thing of pressedThings(element)) if (latest.current?.(thing)) return
      },
      true,
    )
  }
  // The first page can be pressed as soon as it is seen, long before all of it is loaded; later ones are seen once they are.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the first page.
  useEffect(() => {
    let next = 0
    const look = () => {
      const page = frame.current?.contentDocument
      // The empty page that a frame begins with gives way to the one that was asked for.
      if (page && page.URL !== 'about:blank') hear(page)
      else next = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(next)
  }, [])

  const arrived = (element: HTMLIFrameElement, page: typeof shown) => {
    const opened = element.contentWindow
    // The browser's own page about a page that it could not load may not be looked into, nor is it one to show.
    const isLoaded = opened !== null && element.contentDocument !== null
    if (page === shown) setHasFailed(!isLoaded)
    if (!isLoaded) return
    setHasFailed(false)
    const before = frame.current?.contentWindow
    if (before && before !== opened && page.path === shown.path) opened.scrollTo(0, before.scrollY)
    hear(opened.document)
    setShown(page)
  }

  return (
    <div
      className="relative overflow-hidden bg-surface"
      style={{ width: width ? width * scale : '100%', height: '100%' }}
    >
      {frames.map((page) => {
        const isOnTop = page === shown
        return (
          <iframe
            key={`${attempt} ${page.path} ${page.revision}`}
            ref={isOnTop ? frame : undefined}
            title={isOnTop ? title : 'Loading'}
            aria-hidden={!isOnTop}
            src={previewAddress(page.path, page.revision, version)}
            onLoad={({ currentTarget }) => arrived(currentTarget, page)}
            className={`absolute inset-0 origin-top-left border-0 ${isOnTop && !hasFailed ? '' : 'invisible'}`}
            style={{
              width: width ?? '100%',
              height: `${100 / scale}%`,
              transform: scale === 1 ? undefined : `scale(${scale})`,
            }}
          />
        )
      })}
      {hasFailed && (
        <div className="absolute inset-0 space-y-2 p-4 text-sm">
          <p role="alert">The preview could not be loaded. Check the connection.</p>
          <Button
            onClick={() => {
              leave()
              setAttempt(attempt + 1)
            }}
          >
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
