import type { PageRequest, RenderedPage, ReturnedForm, SiteRenderer } from '#contract/page-rendering.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { type Compressed, compressed } from './compressed.ts'
import { policyFor } from './content-security-policy.ts'

/** A page in memory: what to send and the headers that go with it. */
export type ReadyPage = { status: RenderedPage['status']; bytes: Compressed; policy: string; listed: boolean }

/** All pages of one version of the site content. */
export type PageSet = { pages: Map<string, ReadyPage>; notFound: ReadyPage }

/** What every rendering needs besides path and form. */
export type Rendering = Pick<PageRequest, 'content' | 'publicUrl' | 'year'>

async function ready(page: RenderedPage): Promise<ReadyPage> {
  return {
    status: page.status,
    bytes: await compressed(page.html),
    policy: policyFor(page),
    listed: page.listed,
  }
}

// No path of a page can contain a space, so this one is always unknown.
const UNKNOWN = '/ '

/** Renders and compresses every page once; a request is then a memory read (design §1). */
export async function renderPages(renderer: SiteRenderer, rendering: Rendering): Promise<PageSet> {
  const page = async (path: string) => ready(renderer.renderPage({ ...rendering, path }))
  const entries = renderer.publicPaths.map(async (path) => [path, await page(path)] as const)
  const [pages, notFound] = await Promise.all([Promise.all(entries), page(UNKNOWN)])
  return { pages: new Map(pages), notFound }
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
