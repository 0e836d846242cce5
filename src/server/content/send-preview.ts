import type { FastifyReply } from 'fastify'
import type { SiteContent } from '#contract/site-content.ts'
import type { PublicSite } from '#server/pages/register-pages.ts'

/** Sends a page as the owner's draft has it: framed by this site alone, kept by nobody, listed nowhere. */
export function sendPreview(
  reply: FastifyReply,
  pages: PublicSite,
  content: SiteContent,
  path: string,
): void {
  const { html, policy, status } = pages.preview(content, path)
  reply.code(status).type('text/html; charset=utf-8')
  reply.headers({
    'Content-Security-Policy': policy,
    'X-Frame-Options': 'SAMEORIGIN',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  })
  reply.send(html)
}
