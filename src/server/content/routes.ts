import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { readAdAddress } from '#contract/ad-address.ts'
import { contentApi, type DraftConflict, LARGEST_PICTURE } from '#contract/content-api.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { hasAnyBooking } from '#server/bookings/store.ts'
import { hasCalendarRules } from '#server/calendar/store.ts'
import { isInternetAddress } from '#server/integrations/public-address.ts'
import { previewMail } from '#server/mail/preview-mail.ts'
import type { PublicSite } from '#server/pages/register-pages.ts'
import type { Site } from '#server/pages/site.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { answerError, refusalOf } from '#server/platform/http/answer-errors.ts'
import { sendProblemPage } from '#server/platform/http/problem-page.ts'
import { answered, type OwnerGate, serve } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readDevice } from '#server/tracking/read-device.ts'
import { checkValue } from './check-value.ts'
import type { CurrentContent } from './current-content.ts'
import { DraftChanged, readContent } from './draft.ts'
import { listSiteVersions, readSiteVersion } from './list-versions.ts'
import { mediaRoute } from './media-route.ts'
import { deletePicture, listSitePictures } from './pictures.ts'
import { publishDraft } from './publish-draft.ts'
import { contentOf, restoreVersion } from './restore-version.ts'
import { saveDraft } from './save-draft.ts'
import { filmsShown, listMissing } from './setup-checklist.ts'
import { storePicture } from './store-picture.ts'

/** Sends a page as the owner's draft has it: framed by this site alone, kept by nobody, listed nowhere. */
function sendPreview(reply: FastifyReply, pages: PublicSite, content: SiteContent, path: string): void {
  const { html, policy, status } = previewMail(content, path) ?? pages.preview(content, path)
  reply.code(status).type('text/html; charset=utf-8')
  reply.headers({
    'Content-Security-Policy': policy,
    'X-Frame-Options': 'SAMEORIGIN',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  })
  reply.send(html)
}

/** On which device something was saved, e.g. 'Chrome on macOS'; null where the browser does not say. */
function savedBy(request: FastifyRequest): string | null {
  const { browser, os } = readDevice(request.headers['user-agent']?.slice(0, 300) ?? '')
  return [browser, os].filter(Boolean).join(' on ') || null
}

/** Whether any lead was ever captured here. */
async function hasAnyLead(database: Queryable): Promise<boolean> {
  const { rows } = await sql`select 1 from leads limit 1`.execute(database)
  return rows.length > 0
}

/** Answers an editor whose draft was changed by another with what stands there now; all else as everywhere. */
function answerContentError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof DraftChanged) {
    const { row, draft, changedPaths } = error
    const body: DraftConflict = {
      error: error.message,
      revision: row.revision,
      changedPaths,
      content: draft,
      savedAt: row.saved_at?.toISOString() ?? null,
      savedBy: row.saved_by,
    }
    return reply.code(409).type('application/json; charset=utf-8').send(JSON.stringify(body))
  }
  if (isTooLarge(error))
    return answerError(new Refusal('too-large', 'This is more than the site can keep.'), request, reply)
  return answerError(error, request, reply)
}

/** Answers a frame that cannot have the preview with a page that says why; every other caller with JSON. */
function answerPreviewError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  const isInFrame = request.headers.accept?.includes('text/html') ?? false
  if (!isInFrame) return answerContentError(error, request, reply)
  if (refusal.code === 'unexpected') request.log.error({ err: error }, 'a preview could not be drawn')
  return sendProblemPage(reply, refusal.code === 'no-session' ? signedOut() : refusal, true)
}

const signedOut = () =>
  new Refusal('no-session', 'Your session has ended. Sign in to the dashboard again to see the preview.')

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413

// Two legal texts and twelve weeks of videos, written out; anything longer is no site content.
const LARGEST_CONTENT = 1024 * 1024

type Parts = {
  ownerGate: OwnerGate
  database: Database
  clock: Clock
  site: Site
  content: CurrentContent
  isCrmConnected(): boolean
  isMailConnected(): boolean
  /** Those of some films' addresses whose files are gone. */
  missingFilmFiles(films: string[]): Promise<string[]>
  isBackedUp(): boolean
  publicUrl: string | undefined
}

/** The owner's calls for the site's content and its pictures, and the pictures as pages load them. */
export async function contentRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  mediaRoute(app, {
    database: parts.database,
    notFound: (request, reply) => parts.site.pages().sendNotFound(request, reply),
  })
  // Content and pictures are larger than any other call, so nobody but the owner may send that much.
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = route.url.endsWith('/pictures') ? LARGEST_PICTURE : LARGEST_CONTENT
    })
    scope.addHook('onRequest', parts.ownerGate)
    scope.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, { bytes: body }),
    )
    scope.setErrorHandler((error, request, reply) => answerContentError(error, request, reply))
    ownersCalls(scope, parts)
  })
}

function ownersCalls(app: FastifyInstance, parts: Parts): void {
  const { database, clock, content, site } = parts
  const { delivered } = content
  const publishing = () => ({ database, current: content, pages: site.pages() })
  serve(
    app,
    contentApi,
    parts.ownerGate,
    {
      'GET /api/site/content': async () => ({
        ...(await readContent(database, delivered)),
        isOnInternet: isInternetAddress(parts.publicUrl),
      }),
      'PUT /api/site/draft': (draft, { request }) =>
        saveDraft({ database, delivered }, { ...draft, at: clock.now(), by: savedBy(request) }),
      'POST /api/site/publish': (draft, { request }) =>
        publishDraft(publishing(), { ...draft, at: clock.now(), by: savedBy(request) }),
      'GET /api/site/versions': async (page, { reply }) => {
        const { versions, next } = await listSiteVersions(database, page)
        if (next !== null) reply.header('X-Next-Cursor', String(next))
        return versions
      },
      'GET /api/site/versions/:version': ({ version }) => readSiteVersion(database, version, delivered),
      'POST /api/site/versions/:version/restore': (restore, { request }) =>
        restoreVersion(publishing(), { ...restore, at: clock.now(), by: savedBy(request) }),
      'GET /api/site/preview': async ({ path, version }, { reply }) => {
        const shown =
          version === undefined
            ? (await readContent(database, delivered)).draft
            : await contentOf(database, version, delivered)
        sendPreview(reply, site.pages(), shown, path)
        return answered
      },
      'GET /api/site/missing': async () =>
        listMissing(content.now().content, delivered, {
          publicUrl: parts.publicUrl,
          pixelId: site.pixelId(),
          isCrmConnected: parts.isCrmConnected(),
          isMailConnected: parts.isMailConnected(),
          isBackedUp: parts.isBackedUp(),
          hasLead: await hasAnyLead(database),
          hasBooking: await hasAnyBooking(database),
          hasCalendarRules: await hasCalendarRules(database),
          filmsGone: await parts.missingFilmFiles(filmsShown(content.now().content)),
          unreadable: content.now().unreadable,
        }),
      'POST /api/site/check': (check) => checkValue(check, site.pages().paths),
      'GET /api/site/pictures': async (_input, { reply }) => {
        const { pictures, total } = await listSitePictures(database, delivered)
        reply.header('X-Total-Count', String(total))
        return pictures
      },
      'POST /api/site/pictures': ({ bytes }) => storePicture(database, bytes, clock.now()),
      'DELETE /api/site/pictures/:id': async ({ id }) => {
        await deletePicture(database, id)
        return { success: true }
      },
      'POST /api/site/read-address': async ({ address }, { request }) =>
        readAdAddress(address, {
          publicUrl: parts.publicUrl ?? `${request.protocol}://${request.host}`,
          paths: site.pages().paths,
        }),
    },
    { 'GET /api/site/preview': answerPreviewError },
  )
}
