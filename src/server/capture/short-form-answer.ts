import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { refusalStatus } from '#contract/refusal-codes.ts'
import type { Refusal } from '#server/platform/refusal.ts'

const STYLE =
  ':root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}body{max-width:34rem;margin:20vh auto;padding:0 1.25rem}h1{font-size:1.5rem}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Answers a form that was posted without scripts with words alone: drawing the page again would cost the server much more. */
export function sendShortFormAnswer(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const problems = Object.values(refusal.fields ?? {})
  if (refusal.retryAfterSeconds !== undefined) reply.header('Retry-After', String(refusal.retryAfterSeconds))
  return reply
    .code(refusalStatus[refusal.code])
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', POLICY)
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not sent yet</title><style>${STYLE}</style><main><h1>Not sent yet</h1><p>${escaped(refusal.message)}</p>${problems.length > 0 ? `<ul>${problems.map((problem) => `<li>${escaped(problem)}</li>`).join('')}</ul>` : ''}<p>Go back in your browser: what you typed is still there.</p></main></html>`,
    )
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
