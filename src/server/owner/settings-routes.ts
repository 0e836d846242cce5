import type { FastifyInstance } from 'fastify'
import { settingsApi } from '#contract/settings.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { ANSWER_WITHIN_MS, withinDeadline } from '#server/platform/deadline.ts'
import { serve } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readDevice } from '#server/tracking/read-device.ts'
import type { CurrentSettings } from './current-settings.ts'
import { hashPassword } from './first-password.ts'
import { isGuessable } from './is-guessable.ts'
import type { KnownDevices } from './known-device.ts'
import type { OwnerSessions } from './sessions.ts'
import { deleteSessionById, listSessions, readOwner, replacePasswordHash } from './store.ts'
import { verifyPassword } from './verify-password.ts'

/**
 * Changes the owner's password where the old one is right, ends every session but the caller's, and returns the new
 * hash. A wrong old one is refused as a field, so that it ends no session; too many in one session lock that session.
 */
async function changePassword(
  database: Database,
  clock: Clock,
  change: { oldPassword: string; newPassword: string; tokenHash: string; ownNames: string[] },
): Promise<string> {
  const { oldPassword, newPassword, tokenHash } = change
  const storedHash = (await readOwner(database))?.password_hash ?? null
  try {
    await verifyPassword(database, clock, {
      password: oldPassword,
      storedHash,
      caller: { session: tokenHash },
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'no-session') throw error
    throw new Refusal('invalid', 'The current password is not right.', {
      fields: { oldPassword: 'Incorrect password' },
    })
  }
  if (isGuessable(newPassword, change.ownNames))
    throw new Refusal('invalid', 'This password is too easy to guess.', {
      fields: {
        newPassword:
          'This is one of the first passwords an attacker would try. Four random words make a good one.',
      },
    })
  const hash = await hashPassword(newPassword)
  await database
    .transaction()
    .execute((transaction) => replacePasswordHash(transaction, hash, clock.now(), tokenHash))
  return hash
}

/** The owner's settings, password and sessions. */
export function settingsRoutes(
  app: FastifyInstance,
  parts: {
    database: Database
    clock: Clock
    sessions: OwnerSessions
    devices: KnownDevices
    settings: CurrentSettings
    /** What the site and its owner are called: whoever guesses a password tries that first. */
    ownNames(): string[]
  },
): void {
  const { database, clock, sessions, settings } = parts
  serve(app, settingsApi, sessions.gate, {
    'GET /api/analytics/settings': async () => settings.now(),
    'PUT /api/analytics/settings': (change) => settings.change(change),
    'POST /api/analytics/password': async ({ oldPassword, newPassword }, { request, reply }) => {
      const tokenHash = sessions.tokenHashOf(request) ?? ''
      const change = { oldPassword, newPassword, tokenHash, ownNames: parts.ownNames() }
      const passwordHash = await withinDeadline(ANSWER_WITHIN_MS, changePassword(database, clock, change))
      parts.devices.mark(request, reply, passwordHash)
      return { success: true }
    },
    'GET /api/analytics/sessions': async (_input, { request }) => {
      const current = sessions.tokenHashOf(request)
      const rows = await listSessions(database, clock.now(), sessions.idleSince())
      return rows.map((row) => ({
        id: row.id,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
        ipAddress: row.ip_address,
        device: readDevice(row.user_agent ?? ''),
        isCurrent: row.token_hash === current,
      }))
    },
    'DELETE /api/analytics/sessions/:id': async ({ id }) => {
      if (!(await deleteSessionById(database, id)))
        throw new Refusal('not-found', 'There is no such session.')
      return { success: true }
    },
  })
}
