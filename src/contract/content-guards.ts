import { formProblems } from './application-problems.ts'
import { readPictureAddress } from './picture-address.ts'
import type { SiteContent } from './site-content.ts'
import { keyOf, sourceOf } from './video-source.ts'

type Problems = Record<string, string>
type Visit = (path: string, key: string, text: string) => void

// A page without these has a hole in it: headlines, buttons, names, and what stands on a form.
const NEEDED =
  /^(headline|title|button|action|heading|label|name|coach|program|accept|decline|close)$|(Title|Label|Missing|Unreadable)$/
// Empty ones of these are left out by the pages, on purpose.
const MAY_BE_EMPTY = /^(pixel|consent)\.|\.(posterTitle|tipTitle|companies\.\d+\.name)$/

function walk(value: unknown, path: string, visit: Visit): void {
  if (typeof value === 'string') visit(path, path.slice(path.lastIndexOf('.') + 1), value)
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) walk(item, path === '' ? key : `${path}.${key}`, visit)
}

/**
 * What must be put right before content may be published, in plain words by dotted path; empty when nothing is.
 * `paths` are the site's pages, so that a link to a page that is none is found.
 */
export function publishProblems(content: SiteContent, paths?: string[]): Problems {
  const problems: Problems = {}
  walk(content, '', (path, key, text) => {
    const isEntry = /^\d+$/.test(key)
    if (text === '' && (NEEDED.test(key) || isEntry) && !MAY_BE_EMPTY.test(path))
      problems[path] = isEntry ? 'is an empty line: fill it in or remove it' : 'must not be empty'
    if (paths && leadsNowhere(text, key, paths))
      problems[path] = `leads to ${text}, and there is no such page`
  })
  return {
    ...problems,
    ...consentProblems(content),
    ...pictureProblems(content),
    ...weekProblems(content),
    ...applicationProblems(content),
  }
}

const LINK = /^(link|url|checkout|terms|privacy)$/

function leadsNowhere(text: string, key: string, paths: string[]): boolean {
  if (!LINK.test(key) || !text.startsWith('/')) return false
  const path = text.replace(/[?#].*$/, '')
  return !paths.includes(path) && !readPictureAddress(path)
}

function consentProblems({ consent, adConsent }: SiteContent): Problems {
  const problems: Problems = {}
  const needed: [string, string][] = [
    ['consent.text', consent.text],
    ...(consent.offerCall ? ([['consent.callLabel', consent.callLabel]] as [string, string][]) : []),
    ['adConsent.visit', adConsent.visit],
    ['adConsent.text', adConsent.text],
  ]
  for (const [path, text] of needed)
    if (text === '') problems[path] = 'must not be empty: it is what a visitor agrees to'
  return problems
}

function pictureProblems(content: SiteContent): Problems {
  const problems: Problems = {}
  const look = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    if ('src' in value && 'alt' in value && value.src !== '' && value.alt === '')
      problems[`${path}.alt`] = 'must say what the picture shows, for people who cannot see it'
    for (const [key, item] of Object.entries(value)) look(item, path === '' ? key : `${path}.${key}`)
  }
  look(content, '')
  return problems
}

// The field of a video that names what plays.
const sourceFields = { film: 'film', wistia: 'wistiaId', vimeo: 'vimeo', youtube: 'embedUrl' } as const

/** A tip has a title. Members’ progress is kept by video, so the same one twice in a week would be done twice at once. */
function weekProblems({ portal }: SiteContent): Problems {
  const problems: Problems = {}
  for (const [week, { id, videos, tip, tipTitle }] of portal.weeks.entries()) {
    if (tip !== '' && tipTitle === '') problems[`portal.weeks.${week}.tipTitle`] = 'must not be empty'
    const seen = new Set<string>()
    for (const [index, video] of videos.entries()) {
      const source = sourceOf(video)
      if (!source) continue
      const key = keyOf(video, id)
      if (seen.has(key))
        problems[`portal.weeks.${week}.videos.${index}.${sourceFields[source.host]}`] =
          'is in this week already'
      seen.add(key)
    }
  }
  return problems
}

const applicationProblems = ({ apply }: SiteContent): Problems =>
  Object.fromEntries(Object.entries(formProblems(apply)).map(([path, words]) => [`apply.${path}`, words]))
