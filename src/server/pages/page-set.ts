import { setImmediate } from 'node:timers/promises'
import { formVersion } from '#contract/form-version.ts'
import type {
  BookingOnPage,
  PageRequest,
  RenderedPage,
  ReturnedForm,
  SiteRenderer,
} from '#contract/page-rendering.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { ShownForm } from '#server/applications/read-answers.ts'
import { type Compressed, compressed, type Effort } from './compressed.ts'
import { policyFor } from './content-security-policy.ts'

/** A page in memory: what to send and the headers that go with it. */
export type ReadyPage = {
  status: RenderedPage['status']
  bytes: Compressed
  effort: Effort
  policy: string
  listed: boolean
  /** The same page where nothing can set off the call that it announces. */
  withoutCalls?: ReadyPage
}

/** One content as visitors see it: its pages, and the words they agree to, names filled in. All of it switches at once. */
export type ShownSite = ShownWords & {
  content: SiteContent
  pages: Map<string, ReadyPage>
  notFound: ReadyPage
}

/** The words a visitor agrees to and the questions of the application, exactly as pages show them. */
export type ShownWords = Pick<SiteContent, 'consent' | 'adConsent'> & { application: ShownForm }

/** Those words of a content, names filled in. That takes longer than a tracking call, so each content has it once. */
export function shownWords(renderer: SiteRenderer, content: SiteContent): ShownWords {
  const form = renderer.shownApplication(content)
  return {
    consent: renderer.shownConsent(content),
    adConsent: renderer.shownAdConsent(content),
    application: { content: form, version: formVersion(form) },
  }
}

/** What every rendering needs besides path and form. */
export type Rendering = Pick<PageRequest, 'content' | 'publicUrl' | 'year' | 'isPixelMute'>

async function ready(page: RenderedPage, before: ReadyPage | undefined): Promise<ReadyPage> {
  // Compressing is most of the work, and most changes leave most pages as they were.
  const isSame = before?.bytes.plain.equals(Buffer.from(page.html)) ?? false
  return {
    status: page.status,
    bytes: before && isSame ? before.bytes : await compressed(page.html, 'quick'),
    effort: before && isSame ? before.effort : 'quick',
    policy: policyFor(page),
    listed: page.listed,
  }
}

// No path of a page can contain a space, so this one is always unknown.
const UNKNOWN = '/ '

/** Renders every page once and compresses, quickly, what is not as it was `before`; a request is a memory read. */
export async function renderPages(
  renderer: SiteRenderer,
  rendering: Rendering,
  before?: ShownSite,
): Promise<ShownSite> {
  const page = async (path: string) => {
    // Visitors who ask meanwhile are answered between two pages.
    await setImmediate()
    const known = path === UNKNOWN ? before?.notFound : before?.pages.get(path)
    const rendered = renderer.renderPage({ ...rendering, path })
    const page = await ready(rendered, known)
    if (!rendered.announcesCall) return page
    const other = renderer.renderPage({ ...rendering, path, isWithoutCalls: true })
    return { ...page, withoutCalls: await ready(other, known?.withoutCalls) }
  }
  const entries = renderer.publicPaths.map(async (path) => [path, await page(path)] as const)
  const [pages, notFound] = await Promise.all([Promise.all(entries), page(UNKNOWN)])
  const { content } = rendering
  return { content, ...shownWords(renderer, content), pages: new Map(pages), notFound }
}

/** Compresses as strongly as can be what was compressed quickly, one page after the other, while `isWanted`. */
export async function pressHarder(set: ShownSite, isWanted: () => boolean): Promise<void> {
  const pages = [...set.pages.values(), set.notFound]
  for (const page of pages.flatMap((page) => (page.withoutCalls ? [page, page.withoutCalls] : page))) {
    if (!isWanted()) return
    if (page.effort === 'strong') continue
    page.bytes = await compressed(page.bytes.plain, 'strong')
    page.effort = 'strong'
  }
}

/** Renders one page with a form that came back, for one visitor. */
export function renderWithForm(
  renderer: SiteRenderer,
  rendering: Rendering & { content: SiteContent },
  path: string,
  form: ReturnedForm,
): { html: string; policy: string; status: RenderedPage['status'] } {
  const page = renderer.renderPage({ ...rendering, path, form })
  return { html: page.html, policy: policyFor(page), status: page.status }
}

/** Renders the page of bookings for one visitor. */
export function renderBooking(
  renderer: SiteRenderer,
  rendering: Rendering & { content: SiteContent },
  booking: BookingOnPage,
): { html: string; policy: string } {
  const page = renderer.renderPage({ ...rendering, path: '/booking', booking })
  return { html: page.html, policy: policyFor(page) }
}
