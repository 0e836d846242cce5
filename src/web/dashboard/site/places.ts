import { mailKinds, mailPreviewPath } from '#contract/site-content-mails.ts'
import { sitePages } from '#contract/site-paths.ts'
import { nodeAt, siteParts } from './document/site-tree.ts'

/** A part of the site the owner can open in the editor. */
export type Place = {
  /** Its name in the content and in the address. */
  key: string
  title: string
  /** The page's path; null for what stands on many pages. */
  path: string | null
  /** The page that shows it. */
  preview: string
  /** More pages that show it, beside the first. */
  alsoOn?: string[]
  /** What those are called that are no pages. */
  previewTitles?: Record<string, string>
  /** The fields it gathers from several parts of the content, where it is no part itself. */
  gathers?: readonly string[]
}

/** What makes a site look like its owner, wherever in the content it is kept. */
const look: Place = {
  key: 'look',
  title: 'Look',
  path: null,
  preview: '/',
  alsoOn: ['/freetraining', '/bookstrategy'],
  gathers: ['brand.accent', 'brand.logo', 'brand.logoGround', 'home.hero', 'brand.portrait'],
}

type Group = { title: string; places: Place[] }

const pathsByKey = new Map<string, string>(Object.entries(sitePages).map(([path, key]) => [key, path]))

// Where parts without a page of their own are seen.
const shownOn: Record<string, string> = {
  calendar: '/bookstrategy',
  ownCalendar: '/bookstrategy',
  calls: '/thankyoucall',
  consent: '/meme',
  notFound: '/no-such-page',
}

const titles: Record<string, string> = {
  calendar: 'Calendar',
  ownCalendar: 'Built-in calendar',
  leadForm: 'Lead form',
  pixel: 'Pixel',
  adConsent: 'Cookie banner',
  inApp: 'In-app help',
  notFound: 'Not found',
}

const groups: [title: string, keys: string[]][] = [
  ['Whole site', ['look', 'brand', 'claims', 'consent', 'leadForm', 'pixel', 'adConsent', 'inApp']],
  ['Home and ads', ['home', 'meme', 'meme2', 'landerCollege', 'landerHack']],
  ['Training', ['freetraining', 'freetraining2', 'freetrainingc', 'apply']],
  ['After the application', ['thankyoucall', 'thankyoucallb', 'thankyoucallc', 'qualified', 'calls']],
  ['Booking', ['calendar', 'ownCalendar', 'bookstrategy', 'callbooked', 'mails']],
  ['Members', ['portal', 'builder']],
  ['Legal and errors', ['terms', 'privacy', 'notFound']],
]

const placeOf = (key: string): Place[] => (key === look.key ? [look] : partOf(key))

/** The mails are seen one by one, each as its reader gets it. */
const seenAsMails: Pick<Place, 'preview' | 'alsoOn' | 'previewTitles'> = {
  preview: mailKinds.map(mailPreviewPath)[0] ?? '/',
  alsoOn: mailKinds.slice(1).map(mailPreviewPath),
  previewTitles: Object.fromEntries(
    mailKinds.map((kind) => [mailPreviewPath(kind), nodeAt(`mails.${kind}`)?.title ?? kind]),
  ),
}

const partOf = (key: string): Place[] =>
  siteParts
    .filter((part) => part.key === key)
    .map((part) => ({
      key,
      title: titles[key] ?? part.title,
      path: pathsByKey.get(key) ?? null,
      preview: pathsByKey.get(key) ?? shownOn[key] ?? '/',
      ...(key === 'mails' && seenAsMails),
    }))

const named = new Set(groups.flatMap(([, keys]) => keys))
const others = siteParts.map(({ key }) => key).filter((key) => !named.has(key))

/** Every part of the site under the headings of the editor's list; a part without a heading comes last. */
export const placeGroups: Group[] = [...groups, ['More', others] as const]
  .map(([title, keys]) => ({ title, places: keys.flatMap(placeOf) }))
  .filter(({ places }) => places.length > 0)

/** Every part of the site. */
export const places: Place[] = placeGroups.flatMap((group) => group.places)

/** The place of the page at a path. */
export const placeWithPath = (path: string): Place | undefined => places.find((place) => place.path === path)

const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`)

/** Whether a field of the brand has its place under Look alone; the home page's picture is on its own page, too. */
export const isUnderLook = (path: string): boolean =>
  look.gathers?.some((gathered) => gathered.startsWith('brand.') && isWithin(path, gathered)) ?? false

/** Whether a place shows the field at a path of the content. */
export const showsPath = (place: Place, path: string): boolean =>
  place.gathers
    ? place.gathers.some((gathered) => isWithin(path, gathered))
    : isWithin(path, place.key) && !isUnderLook(path)

/** The part of the site a path of the content belongs to. */
export const placeOfPath = (path: string): Place | undefined =>
  isUnderLook(path) ? look : places.find((place) => !place.gathers && showsPath(place, path))
