import type { FastifyInstance } from 'fastify'
import { busy } from '#server/platform/refusal.ts'

/** Refuses what is asked once the app closes, as any other refusal is answered; Fastify's own answer has another form. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', (_request, _reply, done) => done(isClosing ? busy() : undefined))
}
