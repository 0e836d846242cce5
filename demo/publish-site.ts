import sharp from 'sharp'
import { changedPaths } from '#contract/content-paths.ts'
import { defaultSiteContent } from '#contract/site-content.ts'
import { insertVersion } from '#server/content/store.ts'
import { storePicture } from '#server/content/store-picture.ts'
import type { Database } from '#server/platform/database.ts'
import { coachSite } from './coach-site.ts'

// Long before the month begins, so that every lead saw this site.
const PUBLISHED_AT = new Date('2026-01-05T18:00:00Z')

// Nobody's face: the coach is invented, and a photo would be of somebody.
const PORTRAIT = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 600" width="960" height="1200">
  <rect width="480" height="600" fill="#e9b44c"/>
  <path d="M0 430h480v170H0z" fill="#d99a2b"/>
  <circle cx="404" cy="120" r="120" fill="#f3cd7c"/>
  <path d="M60 600c6-128 66-190 180-190s174 62 180 190z" fill="#24406b"/>
  <path d="M186 412l54 74 54-74-14-46h-80z" fill="#f7f2e8"/>
  <path d="M204 330h72v74c0 22-14 40-36 40s-36-18-36-40z" fill="#b87350"/>
  <path d="M148 232c0-78 34-122 92-122s92 44 92 122c0 80-40 140-92 140s-92-60-92-140z" fill="#cf8a63"/>
  <path d="M138 250c-16-112 34-176 108-176 70 0 112 52 98 162-14-38-38-62-66-80-34 30-84 40-118 38-12 14-18 34-22 56z" fill="#3b2a24"/>
  <g fill="none" stroke="#3b2a24" stroke-width="6" stroke-linecap="round">
    <circle cx="204" cy="248" r="28"/><circle cx="280" cy="248" r="28"/><path d="M232 246q10-8 20 0M210 318q32 26 66-2"/>
  </g>
  <circle cx="204" cy="250" r="6" fill="#3b2a24"/><circle cx="280" cy="250" r="6" fill="#3b2a24"/>
</svg>`

/** Publishes the invented coach's site, portrait and all, as its coach would have before the first visitor came. */
export async function publishSite(database: Database): Promise<void> {
  const file = await sharp(Buffer.from(PORTRAIT)).png().toBuffer()
  const { address } = await storePicture(database, file, PUBLISHED_AT)
  const { brand } = coachSite
  const content = { ...coachSite, brand: { ...brand, portrait: { ...brand.portrait, src: address } } }
  await insertVersion(database, {
    ...{ version: 1, content, at: PUBLISHED_AT, by: 'Chrome on macOS', note: 'My name and my numbers' },
    changedPaths: changedPaths(defaultSiteContent, content),
    restoredFrom: null,
  })
}
