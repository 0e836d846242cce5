import { z } from 'zod'
import { DeviceInfo } from './device.ts'
import { Done, type Endpoints } from './endpoint.ts'
import { timezones } from './range.ts'

/** The owner's choices (docs/spec.md, 'Settings'), kept by the server for every browser. */
export const Settings = z.object({
  timezone: z.enum(timezones),
  /** Off: no user agent is stored with visits and leads any more, and of the device only its category. */
  trackUserAgents: z.boolean(),
  autoRefresh: z.boolean(),
  dense: z.boolean(),
})
export type Settings = z.output<typeof Settings>

/** What holds until the owner chooses (docs/spec.md, 'Settings'). */
export const defaultSettings: Settings = {
  timezone: timezones[0],
  trackUserAgents: true,
  autoRefresh: false,
  dense: false,
}

/** One of the owner's sessions. `id` names it for revoking and opens nothing. */
export const OwnerSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  ipAddress: z.string().nullable(),
  device: DeviceInfo,
  isCurrent: z.boolean(),
})
export type OwnerSession = z.output<typeof OwnerSession>

/** The owner's settings, password and sessions. A wrong old password is 422, so that it ends no session. */
export const settingsApi = {
  'GET /api/analytics/settings': {
    for: 'owner',
    input: z.object({}),
    output: Settings,
    summary: 'The owner’s settings.',
  },
  'PUT /api/analytics/settings': {
    for: 'owner',
    input: Settings.partial(),
    output: Settings,
    summary: 'Changes the settings that are named and answers all of them.',
  },
  'POST /api/analytics/password': {
    for: 'owner',
    input: z.object({
      oldPassword: z.string().min(1, 'Enter the current password.').max(200),
      newPassword: z.string().min(8, 'must have at least 8 characters').max(200),
    }),
    output: Done,
    summary: 'Changes the password; every other session ends.',
  },
  'GET /api/analytics/sessions': {
    for: 'owner',
    input: z.object({}),
    output: z.array(OwnerSession),
    summary: 'The owner’s sessions, last used first.',
  },
  'DELETE /api/analytics/sessions/:id': {
    for: 'owner',
    input: z.object({ id: z.string() }),
    output: Done,
    summary: 'Ends a session.',
  },
} satisfies Endpoints
