import type { Migration } from 'kysely/migration'
import * as foundation from './2026-11-21-foundation.ts'
import * as handOffs from './2026-11-21-hand-offs.ts'
import * as milestones from './2026-11-21-milestones.ts'
import * as ownerSettings from './2026-11-21-owner-settings.ts'
import * as pixelEvents from './2026-11-21-pixel-events.ts'
import * as recordTracking from './2026-11-21-record-tracking.ts'
import * as viewsByPath from './2026-11-21-views-by-path.ts'

/** Every migration in the order of its name. One that has landed never changes; a new one is added below. */
export const allMigrations: Record<string, Migration> = {
  '2026-11-21-foundation': foundation,
  '2026-11-21-hand-offs': handOffs,
  '2026-11-21-milestones': milestones,
  '2026-11-21-owner-settings': ownerSettings,
  '2026-11-21-pixel-events': pixelEvents,
  '2026-11-21-record-tracking': recordTracking,
  '2026-11-21-views-by-path': viewsByPath,
}
