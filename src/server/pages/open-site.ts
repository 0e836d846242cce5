import { attributionOf } from '#contract/attribution.ts'
import { pageAfterLead } from '#contract/lead-pages.ts'
import { refusalStatus } from '#contract/refusal-codes.ts'
import { defaultSiteContent, type SiteContent } from '#contract/site-content.ts'
import { laterPlan, pixelPlan } from '#contract/site-content-pixel.ts'
import type { ShownForm } from '#server/applications/read-answers.ts'
import type { ConsentTexts } from '#server/capture/read-submit.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isForEyes } from '#server/platform/http/problem-page.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { dashboardShell } from './dashboard-shell.ts'
import type { ShownWords } from './page-set.ts'
import { type PublicSite, registerPages, sendAsset } from './register-pages.ts'
import type { Site } from './site.ts'
import { type Asset, builtFolder } from './site-build.ts'

// A form stays open for minutes, not for this many changes of its words.
const AT_MOST = 50

/** Keeps by their names the last wordings of one kind. */
function rememberWordings<Wording extends { version: string }>() {
  const earlier = new Map<string, Wording>()
  return {
    remember(words: Wording): void {
      earlier.delete(words.version)
      earlier.set(words.version, words)
      for (const version of earlier.keys()) if (earlier.size > AT_MOST) earlier.delete(version)
    },
    get: (version: string): Wording | undefined => earlier.get(version),
  }
}

/**
 * Keeps the words that stood in forms before the ones that stand there now: a visitor who opened the page before they
 * changed agrees to what that page said, and the receipt must say the same; and answers what that page asked.
 */
function rememberForms() {
  const consents = rememberWordings<ShownWords['consent']>()
  const applications = rememberWordings<ShownForm>()
  return {
    remember({ consent, application }: ShownWords): void {
      consents.remember(consent)
      applications.remember(application)
    },
    /** The consent words of the version a form showed; today's where it is not known. */
    consentOf(version: string | undefined, { consent: today }: ShownWords): ConsentTexts {
      const words = version === undefined || version === today.version ? today : consents.get(version)
      const { version: name, text, offerCall, callLabel } = words ?? today
      return { version: name, marketing: text, automatedCall: offerCall ? callLabel : null }
    },
    /** The application of the version somebody was asked; today's where it is not known. */
    applicationOf(version: string | undefined, { application: today }: ShownWords): ShownForm {
      return version === undefined || version === today.version ? today : (applications.get(version) ?? today)
    },
    /** Whether a version names words that stand in a form now, or stood there. */
    isKnown: (version: string, { consent, application }: ShownWords): boolean =>
      version === consent.version ||
      version === application.version ||
      consents.get(version) !== undefined ||
      applications.get(version) !== undefined,
  }
}

/** Opens the public pages and the dashboard's shell on the content given; `pixelId` stands in where it has none. */
export function openSite(options: {
  publicUrl: string
  clock: Clock
  content?: SiteContent
  /** What was published lately: forms that show its words may be open still. */
  publishedBefore?: SiteContent[]
  /** What was published after what is shown here: another process may show it already. */
  newer?(): Promise<SiteContent[]>
  pixelId?: string
  /** In a demo nothing of the pixel loads. */
  isPixelMute?: boolean
  pressAfterMs?: number | undefined
  /** The folder with the browser builds; this release's by default. */
  dist?: string | undefined
  /** Finds the built files of other releases by their address. */
  assetOfRelease?(address: string): Promise<Asset | undefined>
}): Site {
  const dist = options.dist ?? builtFolder
  let pages: PublicSite | undefined
  const forms = rememberForms()
  const first = withPixel(options.content ?? defaultSiteContent, options.pixelId)
  const shown = () => opened(pages).shown()
  const content = (): SiteContent => pages?.shown().content ?? first
  return {
    async register(app, announcesCalls) {
      await dashboardShell(app, dist)
      const registered = await registerPages(app, {
        content: first,
        publicUrl: options.publicUrl,
        now: () => options.clock.now(),
        dist,
        announcesCalls,
        pressAfterMs: options.pressAfterMs,
        ...(options.isPixelMute && { isPixelMute: true }),
      })
      pages = registered
      for (const before of options.publishedBefore ?? []) forms.remember(registered.wordsOf(before))
      app.setNotFoundHandler(async (request, reply) => {
        const isPage = /^(GET|HEAD)$/.test(request.method) && !request.url.startsWith('/api/')
        const [address = ''] = request.url.split('?')
        const asset = isPage ? await options.assetOfRelease?.(address) : undefined
        if (asset) return sendAsset(request, reply, asset)
        if (isPage || isForEyes(request)) return registered.sendNotFound(request, reply)
        throw new Refusal('not-found', 'There is nothing at this address.')
      })
    },
    async show(next, since = []) {
      forms.remember(shown())
      for (const content of since) forms.remember(opened(pages).wordsOf(content))
      await opened(pages).show(withPixel(next, options.pixelId))
    },
    async knowWordings(...versions) {
      const isKnown = versions.every((version) => version === undefined || forms.isKnown(version, shown()))
      if (isKnown || !options.newer) return
      for (const content of await options.newer()) forms.remember(opened(pages).wordsOf(content))
    },
    pages: () => opened(pages),
    consent: (_page, versionShown) => forms.consentOf(versionShown, shown()),
    adConsent: () => shown().adConsent,
    pixelPlan: (path) => pixelPlan(content().pixel, path),
    laterPlan: (truth) => laterPlan(content().pixel, truth),
    callSetup: () => content().calls,
    pixelId: () => content().pixel.id,
    pageAfter: pageAfterLead,
    applicationForm: (versionShown) => forms.applicationOf(versionShown, shown()),
    sendApplicationAgain(reply, values, refusal) {
      const form = {
        values,
        advert: attributionOf(values),
        errors: refusal.fields ?? {},
        alert: refusal.message,
      }
      if (refusal.retryAfterSeconds !== undefined)
        reply.header('Retry-After', String(refusal.retryAfterSeconds))
      return opened(pages).sendForm(reply, '/apply', form, refusalStatus[refusal.code])
    },
    sendFormAgain(reply, page, values, refusal) {
      const { name = '', email = '', phone = '', callConsent = '' } = values
      const advert = attributionOf(values)
      const form = { values: { name, email, phone, callConsent }, advert, errors: refusal.fields ?? {} }
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
