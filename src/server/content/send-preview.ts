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

/** What a frame shows whose session has ended. */
export function sendSignedOut(reply: FastifyReply): FastifyReply {
  reply.code(401).type('text/html; charset=utf-8')
  reply.headers({
    'Content-Security-Policy':
      "default-src 'none'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
    'X-Frame-Options': 'SAMEORIGIN',
    'Cache-Control': 'no-store',
  })
  return reply.send(
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Signed out</title><p>Your session has ended. Sign in to the dashboard again to see the preview.</p></html>',
  )
}
