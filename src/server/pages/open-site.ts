import { fileURLToPath } from 'node:url'
import { pageAfterLead } from '#contract/lead-pages.ts'
import { refusalStatus } from '#contract/refusal-codes.ts'
import { defaultSiteContent, type SiteContent } from '#contract/site-content.ts'
import { pixelPlan } from '#contract/site-content-pixel.ts'
import type { Clock } from '#server/platform/clock.ts'
import { dashboardShell } from './dashboard-shell.ts'
import { type PublicSite, registerPages } from './register-pages.ts'
import type { Site } from './site.ts'

/** The folder with the browser builds. */
const DIST = fileURLToPath(new URL('../../../dist', import.meta.url))

/** Opens the public pages and the dashboard's shell on today's site content; `pixelId` stands in where it has none. */
export function openSite(options: {
  publicUrl: string
  clock: Clock
  content?: SiteContent
  pixelId?: string
}): Site {
  const content = (): SiteContent => withPixel(options.content ?? defaultSiteContent, options.pixelId)
  let pages: PublicSite | undefined
  return {
    async register(app) {
      await dashboardShell(app, DIST)
      const registered = await registerPages(app, {
        content,
        publicUrl: options.publicUrl,
        now: () => options.clock.now(),
        dist: DIST,
      })
      pages = registered
      app.setNotFoundHandler((request, reply) => {
        const wantsPage = request.method === 'GET' && !request.url.startsWith('/api/')
        if (wantsPage) return registered.sendNotFound(request, reply)
        return reply.code(404).send({ error: 'There is nothing at this address.' })
      })
    },
    consent() {
      const { version, text, offerCall, callLabel } = opened(pages).consent()
      return { version, marketing: text, automatedCall: offerCall ? callLabel : null }
    },
    adConsent: () => opened(pages).adConsent(),
    pixelPlan: (path) => pixelPlan(content().pixel, path),
    pixelId: () => content().pixel.id,
    pageAfter: pageAfterLead,
    sendFormAgain(reply, page, values, refusal) {
      const { name = '', email = '', phone = '', callConsent = '' } = values
      const form = { values: { name, email, phone, callConsent }, errors: refusal.fields ?? {} }
      const alert = refusal.fields ? {} : { alert: refusal.message }
      const status = refusalStatus[refusal.code]
      if (refusal.retryAfterSeconds !== undefined)
        reply.header('Retry-After', String(refusal.retryAfterSeconds))
      return opened(pages).sendForm(reply, page.split('?')[0] ?? '/', { ...form, ...alert }, status)
    },
  }
}

function withPixel(content: SiteContent, pixelId: string | undefined): SiteContent {
  if (content.pixel.id || !pixelId) return content
  return { ...content, pixel: { ...content.pixel, id: pixelId } }
}

function opened(pages: PublicSite | undefined): PublicSite {
  if (!pages) throw new Error('a request came before the pages were ready')
  return pages
}
