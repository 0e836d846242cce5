import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { addressOfMail, suppress } from './store.ts'
import { type LeavingSender, unsubscribePage } from './unsubscribe-page.ts'
import { readUnsubscribe } from './unsubscribe-token.ts'

type Parts = {
  database: Database
  clock: Clock
  secret: string
  /** Who the mails are from, as people know them. */
  sender(): LeavingSender
}

/**
 * The way out of a mailing: a page that asks once, and the press that does it, from there or from the mail program
 * itself (RFC 8058). Reading the page changes nothing: programs that look into mails open every link in them.
 */
export function unsubscribeRoutes(app: FastifyInstance, parts: Parts): void {
  const { database, clock, secret } = parts
  const send = (reply: FastifyReply, step: Parameters<typeof unsubscribePage>[1]) => {
    const { html, policy } = unsubscribePage(parts.sender(), step)
    return reply
      .code(step === 'unknown' ? 404 : 200)
      .type('text/html; charset=utf-8')
      .headers({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': policy,
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex, nofollow',
      })
      .send(html)
  }
  const mailOf = (token: string): string | null => {
    const id = readUnsubscribe(secret, token)
    return id !== null && isId(id) ? id : null
  }
  app.get<{ Params: { token: string } }>('/unsubscribe/:token', (request, reply) =>
    send(reply, mailOf(request.params.token) === null ? 'unknown' : 'ask'),
  )
  app.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
    const id = mailOf(request.params.token)
    if (id === null) return send(reply, 'unknown')
    // Whose data was erased is written to by nobody any more.
    const email = await addressOfMail(database, id)
    if (email !== null) await suppress(database, email, 'unsubscribed', clock.now())
    return send(reply, 'done')
  })
}
