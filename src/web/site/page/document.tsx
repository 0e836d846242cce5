import scripts from 'virtual:site-scripts'
import type { ReactNode } from 'react'
import type { AdsOnPage } from '#contract/ads-on-page.ts'
import bricolageLatin from '#web/design/fonts/bricolage-latin.woff2?url'
import interLatin from '#web/design/fonts/inter-latin.woff2?url'
import { touchIconAddress } from '#web/site/og/shared-pictures.ts'

/** A page's head: what search engines and shared links read. */
export type Head = {
  title: string
  description: string
  address: string
  /** Whether search engines are asked to leave it out. */
  isUnlisted: boolean
  /** The absolute address of the picture for shared links. */
  picture: string
  /** Who the site speaks for; '' while it has no name. */
  siteName: string
}

// What the browser draws its own bars in, beside the page.
const barColours = { light: '#fcfbf8', dark: '#11131a' }

const END_OF_LAYOUT = 'end-of-layout'

/** Stands behind the last thing that takes room in a page. */
export const EndOfLayout = () => <template id={END_OF_LAYOUT} />

/** The whole HTML document around a page: inlined styles, the tracker first, the page's own script last. */
export function Document(props: {
  head: Head
  theme: 'light' | 'dark'
  /** It is dark where the visitor's system is, whatever its theme. */
  followsSystem?: boolean | undefined
  styles: string
  /** The browser entries that bring the page to life. */
  scripts: string[]
  /** The scripts' advertising settings. */
  ads: AdsOnPage
  /** The faces of the first screen; the usual two unless named. */
  preload?: string[]
  /** The page's own address, where the document is the answer to a form. */
  returnsTo?: string | undefined
  /** For the owner's eyes: without the tracker. */
  isPreview?: boolean
  /** One person's alone: without the tracker, too. */
  isPrivate?: boolean | undefined
  children: ReactNode
}) {
  const { head, theme, styles, children } = props
  const own = props.scripts.flatMap((name) => scripts[name] ?? [])
  const tracker = props.isPreview || props.isPrivate ? undefined : scripts.tracker
  const chunks = new Set([tracker, ...own].flatMap((script) => script?.imports ?? []))
  return (
    <html
      lang="en"
      data-theme={theme}
      data-preview={props.isPreview || undefined}
      data-returns-to={props.returnsTo}
    >
      <head>
        <meta charSet="utf-8" />
        {/* Among the browser's tabs a preview must not be taken for the page itself. */}
        <title>{props.isPreview ? `Preview: ${head.title}` : head.title}</title>
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        {tracker && <script type="module" async src={tracker.src} />}
        <meta name="leadline-ads" content={JSON.stringify(props.ads)} />
        <meta name="description" content={head.description} />
        {head.isUnlisted && <meta name="robots" content="noindex" />}
        <link rel="canonical" href={head.address} />
        <meta property="og:title" content={head.title} />
        <meta property="og:description" content={head.description} />
        <meta property="og:url" content={head.address} />
        <meta property="og:type" content="website" />
        {head.siteName && <meta property="og:site_name" content={head.siteName} />}
        <meta property="og:image" content={head.picture} />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta name="twitter:card" content="summary_large_image" />
        {props.followsSystem && (
          <meta name="theme-color" content={barColours.dark} media="(prefers-color-scheme: dark)" />
        )}
        <meta name="theme-color" content={barColours[theme]} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href={touchIconAddress} />
        {[...chunks].map((chunk) => (
          <link key={chunk} rel="modulepreload" href={chunk} />
        ))}
        {/* The styles are our own build's text and colours worked out here, never a text of a visitor's or the owner's. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the quotes in CSS. */}
        <style dangerouslySetInnerHTML={{ __html: styles }} />
        {/* A wide page stands in the middle of its window: drawn in pieces, each piece would move those before it. */}
        <link rel="expect" blocking="render" href={`#${END_OF_LAYOUT}`} media="(min-width: 48rem)" />
      </head>
      <body>
        {(props.preload ?? [bricolageLatin, interLatin]).map((face) => (
          <FontAhead key={face} href={face} />
        ))}
        {children}
        {own.map(({ src }) => (
          <script key={src} type="module" src={src} />
        ))}
      </body>
    </html>
  )
}

/**
 * Asks for a face of the first screen early. It stands in the body because a browser draws nothing for up to 100 ms while a
 * face that the head asks for is on its way, and the fallbacks are as wide.
 */
function FontAhead({ href }: { href: string }) {
  // React moves a link into the head unless something listens to it.
  return (
    <link rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" onError={() => {}} />
  )
}
