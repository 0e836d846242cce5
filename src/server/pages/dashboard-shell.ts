import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { assetFolders } from './site-build.ts'

// The dashboard loads its own files only; it shows no third party, but previews of the site's pages, and nobody may frame it.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  // The owner's films, before they are on a page.
  "media-src 'self'",
  "connect-src 'self'",
  // The preview of the site's own pages.
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

const ASSETS = '/assets/dashboard/'

/** Serves the owner's dashboard: its shell at /analytics, its built files at /assets/dashboard/. */
export async function dashboardShell(app: FastifyInstance, dist: string): Promise<void> {
  const shellPath = join(dist, 'dashboard', 'index.html')
  if (!existsSync(shellPath))
    throw new Error(
      `The dashboard is not built (${shellPath}). Run: npx vite build -c vite.dashboard.config.ts`,
    )
  const shell = await readFile(shellPath)
  const send = (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({
        'Content-Security-Policy': POLICY,
        'Cache-Control': 'no-cache',
        'X-Robots-Tag': 'noindex, nofollow',
      })
      .send(shell)
  app.get('/analytics', (_request, reply) => send(reply))
  await app.register(fastifyStatic, {
    root: assetFolders(dist)[ASSETS],
    prefix: ASSETS,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
    // The build wrote them beside the files: half a megabyte less on a phone.
    preCompressed: true,
  })
}
