import { useRef, useState } from 'react'

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
  /** Somebody pressed a text of the page; true where that text is known. */
  onPress?: ((text: string) => boolean) | undefined
}

const previewAddress = (path: string, at: string, version: number | undefined): string => {
  const query = new URLSearchParams({
    path,
    at,
    ...(version === undefined ? {} : { version: String(version) }),
  })
  return `/api/site/preview?${query}`
}

// The words of what was pressed: of a button or link as a whole, else of the innermost thing that says something.
function pressedTexts(target: Element): string[] {
  const texts: string[] = []
  for (let here: Element | null = target; here && texts.length < 4; here = here.parentElement)
    if (here.textContent) texts.push(here.textContent)
  return texts
}

/**
 * The real page in a frame. A newer one is loaded behind the one on screen and takes its place once it is drawn,
 * scrolled to where the old one was. Links lead nowhere; a press names the text that was pressed.
 */
export function PreviewFrame(props: PreviewFrameProps) {
  const { path, version, revision, title, width, scale, onPress } = props
  const [shown, setShown] = useState({ path, revision })
  const frame = useRef<HTMLIFrameElement>(null)
  const isStale = shown.revision !== revision || shown.path !== path
  const wanted = { path, revision }
  const frames = isStale ? [shown, wanted] : [shown]

  const arrived = (element: HTMLIFrameElement, page: typeof shown) => {
    const opened = element.contentWindow
    if (!opened) return
    const before = frame.current?.contentWindow
    if (before && before !== opened && page.path === shown.path) opened.scrollTo(0, before.scrollY)
    opened.document.addEventListener(
      'click',
      (event) => {
        const { target } = event
        // An element of the frame's own page, whose classes are other than this page's.
        if (!target || !('closest' in target)) return
        const element = target as Element
        if (element.closest('a, form, button')) event.preventDefault()
        for (const text of pressedTexts(element)) if (onPress?.(text)) return
      },
      true,
    )
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
            key={`${page.path} ${page.revision}`}
            ref={isOnTop ? frame : undefined}
            title={isOnTop ? title : 'Loading'}
            aria-hidden={!isOnTop}
            src={previewAddress(page.path, page.revision, version)}
            onLoad={({ currentTarget }) => arrived(currentTarget, page)}
            className={`absolute inset-0 origin-top-left border-0 ${isOnTop ? '' : 'invisible'}`}
            style={{
              width: width ?? '100%',
              height: `${100 / scale}%`,
              transform: scale === 1 ? undefined : `scale(${scale})`,
            }}
          />
        )
      })}
    </div>
  )
}
