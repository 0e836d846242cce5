import type { RenderedPage, SiteRenderer } from '#contract/page-rendering.ts'
import { policyFor } from './content-security-policy.ts'
import type { Rendering } from './page-set.ts'

/** A page for the owner's eyes, with the policy that keeps it from counting or sending anything. */
export type Preview = { html: string; policy: string; status: RenderedPage['status'] }

/**
 * Draws the real page with the real styles and scripts, but without tracker and pixel; links to other pages lead to
 * their previews. The browser itself holds back whatever a script would still send (policyFor).
 */
export function previewPage(renderer: SiteRenderer, rendering: Rendering, path: string): Preview {
  const { content } = rendering
  const withoutPixel = { ...content, pixel: { ...content.pixel, id: '' } }
  const page = renderer.renderPage({ ...rendering, content: withoutPixel, path, isPreview: true })
  const html = page.html.replace(/(<a\b[^>]*?\shref=")(\/[^"?#]*)/g, (all, before: string, to: string) =>
    renderer.publicPaths.includes(to) ? `${before}/api/site/preview?path=${encodeURIComponent(to)}` : all,
  )
  return { html, policy: policyFor(page, 'preview'), status: page.status }
}
