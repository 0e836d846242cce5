import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BookingOnPage, RenderedPage, ReturnedForm, SiteRenderer } from '#contract/page-rendering.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { policyFor } from './content-security-policy.ts'
import { knownAddress } from './known-address.ts'
import {
  pressHarder,
  type ReadyPage,
  type Rendering,
  renderBooking,
  renderPages,
  renderWithForm,
  type ShownSite,
  type ShownWords,
  shownWords,
} from './page-set.ts'
import { FAVICON, robotsTxt, sitemapXml } from './robots.ts'
import { sendCompressed } from './send-compressed.ts'
import { type Asset, loadAssets, loadRenderer } from './site-build.ts'

/** A page for the owner's eyes, with the policy that keeps it from counting or sending anything. */
type Preview = { html: string; policy: string; status: RenderedPage['status'] }

/**
 * Draws the real page with the real styles and scripts, but without tracker and pixel; links to other pages lead to
 * their previews. The browser itself holds back whatever a script would still send (policyFor).
 */
function previewPage(renderer: SiteRenderer, rendering: Rendering, path: string): Preview {
  const { content } = rendering
  const withoutPixel = { ...content, pixel: { ...content.pixel, id: '' } }
  const page = renderer.renderPage({ ...rendering, content: withoutPixel, path, isPreview: true })
  const html = page.html.replace(/(<a\b[^>]*?\shref=")(\/[^"?#]*)/g, (all, before: string, to: string) =>
    renderer.publicPaths.includes(to) ? `${before}/api/site/preview?path=${encodeURIComponent(to)}` : all,
  )
  return { html, policy: policyFor(page, 'preview'), status: page.status }
}

/** What the public pages need: the content to begin with, the site's address without a trailing slash, and the time. */
export type PagesDependencies = {
  content: SiteContent
  publicUrl: string
  now: () => Date
  /** The folder with the browser builds, `dist` of the project. */
  dist: string
  /** In a demo nothing of the pixel loads. */
  isPixelMute?: boolean
  /** Whether a call may be announced now; always without it. */
  announcesCalls?: (() => boolean) | undefined
  /** How long after a change of the words their pages are compressed as hard as can be; five seconds by default. */
  pressAfterMs?: number | undefined
}

/** The public pages at work. */
export type PublicSite = {
  /** Renders every page of a content and then switches to it at once; until then the one before stays in place. */
  show: (content: SiteContent) => Promise<void>
  /** What visitors see now. */
  shown: () => ShownSite
  /** The consent words of another content as its pages would show them. */
  wordsOf: (content: SiteContent) => ShownWords
  /** Draws a page for the owner's eyes; an unknown path returns the page for unknown addresses. */
  preview: (content: SiteContent, path: string) => Preview
  /** Draws every page without showing any; throws where one cannot be drawn. */
  tryOut: (content: SiteContent) => void
  /** Answers with a page's form as it was filled in and what was wrong with it; 422 by default. */
  sendForm: (reply: FastifyReply, path: string, form: ReturnedForm, status?: number) => FastifyReply
  /** Answers with the page of bookings, which nobody keeps and whose address no other page is told. */
  sendBooking: (reply: FastifyReply, booking: BookingOnPage, status?: number) => FastifyReply
  /** Leads on to the page that was meant, up to slashes at the end and capitals; else the page for unknown addresses, status 404. */
  sendNotFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
  /** Every path that has a public page. */
  paths: string[]
}

// Chromium then tells the device's model and versions, which its user agent no longer does.
const CLIENT_HINTS = 'Sec-CH-UA-Model, Sec-CH-UA-Platform-Version, Sec-CH-UA-Full-Version-List'
const HTML = 'text/html; charset=utf-8'
const DASHBOARD = '/analytics'
const BOOKING = '/booking'
const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'
const QUIET_MS = 5000
const A_YEAR = 'public, max-age=31536000, immutable'

/** Answers with a built file, which never changes under its name. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply.type(asset.type).header('Cache-Control', A_YEAR)
  return sendCompressed(request, reply, asset.bytes)
}

/** Adds the public pages, their built files, robots.txt, sitemap.xml and the icon to the app. */
export async function registerPages(app: FastifyInstance, deps: PagesDependencies): Promise<PublicSite> {
  const [renderer, assets] = await Promise.all([loadRenderer(deps.dist), loadAssets(deps.dist)])
  const rendering = (content: SiteContent) => ({
    content,
    publicUrl: deps.publicUrl,
    year: deps.now().getUTCFullYear(),
    ...(deps.isPixelMute && { isPixelMute: true }),
  })
  let current = await renderPages(renderer, rendering(deps.content))
  // Words are there at once; the last few per cent of their weight come off when nobody waits.
  const pressSoon = (set: ShownSite) => {
    const isWanted = () => current === set
    setTimeout(() => void pressHarder(set, isWanted).catch(() => {}), deps.pressAfterMs ?? QUIET_MS).unref()
  }
  pressSoon(current)

  const send = (request: FastifyRequest, reply: FastifyReply, page: ReadyPage) => {
    reply.code(page.status).type(HTML)
    reply.headers({
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': page.policy,
      'Accept-CH': CLIENT_HINTS,
    })
    return sendCompressed(request, reply, page.bytes)
  }
  const known = new Set([...renderer.publicPaths, DASHBOARD, BOOKING])
  const sendNotFound = (request: FastifyRequest, reply: FastifyReply) => {
    const meant = isRead(request) ? knownAddress(request.url, known) : undefined
    if (meant === undefined) return send(request, reply, current.notFound)
    // 301 and not 308: pages are only ever read, so there is no method to keep, and every app's browser knows it.
    // Kept nowhere, because the query may hold somebody's details.
    return reply.header('Cache-Control', 'no-store').redirect(meant, 301)
  }

  const pageAt = (path: string): ReadyPage => {
    const page = current.pages.get(path) ?? current.notFound
    return page.withoutCalls && deps.announcesCalls?.() === false ? page.withoutCalls : page
  }
  for (const path of renderer.publicPaths) {
    app.get(path, (request, reply) => send(request, reply, pageAt(path)))
  }
  // Else it would be the booking of an empty token.
  app.get(`${BOOKING}/`, sendNotFound)
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const asset = assets.get(request.params.name)
    return asset ? sendAsset(request, reply, asset) : reply.callNotFound()
  })
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain').send(robotsTxt(deps.publicUrl)))
  app.get('/sitemap.xml', (_request, reply) => {
    const listed = [...current.pages].filter(([, page]) => page.listed).map(([path]) => path)
    return reply.type('application/xml').send(sitemapXml(deps.publicUrl, listed))
  })
  for (const icon of ['/favicon.svg', '/favicon.ico']) {
    app.get(icon, (_request, reply) =>
      reply.type('image/svg+xml').header('Cache-Control', 'public, max-age=86400').send(FAVICON),
    )
  }

  return {
    show: async (content) => {
      current = await renderPages(renderer, rendering(content), current)
      pressSoon(current)
    },
    shown: () => current,
    wordsOf: (content) => shownWords(renderer, content),
    preview: (content, path) => previewPage(renderer, rendering(content), path),
    tryOut(content) {
      for (const path of renderer.publicPaths) renderer.renderPage({ ...rendering(content), path })
    },
    sendForm: (reply, path, form, status = 422) => {
      const page = renderWithForm(renderer, rendering(current.content), path, form)
      reply.code(page.status === 404 ? 404 : status).type(HTML)
      reply.headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': page.policy })
      return reply.send(page.html)
    },
    sendBooking: (reply, booking, status = 200) => {
      const page = renderBooking(renderer, rendering(current.content), booking)
      reply.code(status).type(HTML)
      reply.headers({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': page.policy,
        // The token in its address opens the booking.
        'Referrer-Policy': 'strict-origin',
        'X-Robots-Tag': 'noindex',
      })
      return reply.send(page.html)
    },
    sendNotFound,
    paths: renderer.publicPaths,
  }
}
