import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { refusalStatus } from '#contract/refusal-codes.ts'
import type { Refusal } from '#server/platform/refusal.ts'

const STYLE = `:root { color-scheme: light dark; font: 18px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center }
main { max-width: 32rem; padding: 2rem 1.25rem } h1, p { margin: 0 0 1rem; font: inherit; text-wrap: balance }
a { display: inline-flex; align-items: center; min-height: 2.75rem; color: inherit; text-underline-offset: .2em }`

const hash = createHash('sha256').update(STYLE).digest('base64')

/** Whether a person is looking: a browser that opens an address, other than one of the interface. */
export const isForEyes = ({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean =>
  !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)

/** A page of one sentence that loads nothing, with the headers it is sent with. */
export function pageOfSentence(
  text: string,
  { inFrame = false, leadsHome = true }: { inFrame?: boolean; leadsHome?: boolean } = {},
): { headers: Record<string, string>; html: string } {
  const sentence = inHtml(text)
  const way = leadsHome ? '<p><a href="/">Go to the home page</a></p>' : ''
  return {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors ${inFrame ? "'self'" : "'none'"}; base-uri 'none'; form-action 'none'`,
      'Cache-Control': 'no-store',
      ...(inFrame && { 'X-Frame-Options': 'SAMEORIGIN' }),
    },
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${sentence}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><main><h1>${sentence}</h1>${way}</main></body></html>`,
  }
}

/** Answers a person with the refusal's sentence as a page of its own; `inFrame` for one that this site frames. */
export function sendProblemPage(reply: FastifyReply, refusal: Refusal, inFrame = false): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) reply.header('Retry-After', String(refusal.retryAfterSeconds))
  const { headers, html } = pageOfSentence(refusal.message, { inFrame, leadsHome: !inFrame })
  return reply.code(refusalStatus[refusal.code]).headers(headers).send(html)
}

const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
