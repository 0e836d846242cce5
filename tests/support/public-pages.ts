import Fastify from 'fastify'
import type { SiteContent } from '#contract/site-content.ts'
import { registerPages } from '#server/pages/register-pages.ts'

/** The public pages of a content in an app of their own, without database and listening; `/form-again` sends a form back. */
export async function openPages(content: SiteContent) {
  const app = Fastify()
  const site = await registerPages(app, {
    content,
    publicUrl: 'https://coach.example',
    now: () => new Date('2026-11-21T10:00:00Z'),
    dist: new URL('../../dist', import.meta.url).pathname,
  })
  app.setNotFoundHandler((request, reply) => site.sendNotFound(request, reply))
  app.get('/form-again', (_request, reply) => {
    const values = { name: 'Ana <b>', email: 'ana@', phone: '1', page: '/' }
    return site.sendForm(reply, '/', {
      values,
      advert: {},
      errors: { email: 'Please enter an email address.' },
    })
  })
  return {
    app,
    site,
    get: (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers }),
  }
}
