import { changedPaths } from '#contract/content-paths.ts'
import { defaultSettings } from '#contract/settings.ts'
import { defaultSiteContent, type SiteContent } from '#contract/site-content.ts'
import { changeRules } from '#server/calendar/store.ts'
import { insertVersion } from '#server/content/store.ts'
import type { Database } from '#server/platform/database.ts'
import { storeCoachFilms } from './coach-film.ts'
import { storeCoachPictures } from './coach-pictures.ts'
import { coachSite } from './coach-site.ts'
import { coachHours } from './coach-words.ts'

// Long before the month begins, so that every lead saw this site.
const PUBLISHED_AT = new Date('2026-01-05T18:00:00Z')

/**
 * Publishes the invented coach's site with its pictures and its films, which go into the media folder, as its coach
 * would have before the first visitor came.
 */
export async function publishSite(database: Database, mediaDir: string): Promise<void> {
  const portalVideos = coachSite.portal.weeks.flatMap(({ videos }) => videos).length
  await storeCoachFilms(database, mediaDir, { portalVideos, at: PUBLISHED_AT })
  const { logo, hero, portrait } = await storeCoachPictures(database, PUBLISHED_AT)
  const { brand, home } = coachSite
  const content: SiteContent = {
    ...coachSite,
    brand: {
      ...brand,
      logo: { ...brand.logo, src: logo },
      portrait: { ...brand.portrait, src: portrait },
    },
    home: { ...home, hero: { ...home.hero, src: hero } },
  }
  await insertVersion(database, {
    ...{ version: 1, content, at: PUBLISHED_AT, by: 'Chrome on macOS', note: 'My name and my numbers' },
    changedPaths: changedPaths(defaultSiteContent, content),
    restoredFrom: null,
  })
  await changeRules(database, coachHours, { at: PUBLISHED_AT, timezone: defaultSettings.timezone })
}
