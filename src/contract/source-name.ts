import type { Attribution } from './attribution.ts'
import { platformSpellings, sourceLabel } from './source-label.ts'

type Origin = { utmSource: string | null; utmSourcePlatform: string | null; utmPlacement: string | null }

// How Meta spells its apps, in an ad's address and in what it fills in at the click.
const metaApps: [RegExp, string][] = [
  [/^(ig|instagram)/, 'Instagram'],
  [/^(msg|messenger)/, 'Messenger'],
  [/^(an$|audience)/, 'Audience Network'],
  [/^(th$|threads)/, 'Threads'],
  [/^(fb|facebook)/, 'Facebook'],
]
const META = /^(facebook|fb|meta|instagram|ig|msg|messenger|an|th|threads)$/

/**
 * Where somebody came from, by the name people know it: one of Meta's ads by the app it was shown in (Instagram, though
 * its address says facebook), anything else by its UTM source. Null where no source was sent.
 */
export function sourceName({ utmSource, utmSourcePlatform, utmPlacement }: Origin): string | null {
  if (utmSource === null) return null
  if (!META.test(utmSource.trim().toLowerCase())) return sourceLabel(utmSource)
  for (const told of [utmSourcePlatform, utmPlacement, utmSource]) {
    const app = metaApps.find(([pattern]) => pattern.test(told?.trim().toLowerCase() ?? ''))
    if (app) return app[1]
  }
  return sourceLabel(utmSource)
}

/** The same of attribution as it is stored. */
export const sourceNameOf = (attribution: Attribution): string | null =>
  sourceName({
    utmSource: attribution.utm_source ?? null,
    utmSourcePlatform: attribution.utm_source_platform ?? null,
    utmPlacement: attribution.utm_placement ?? null,
  })

/**
 * The UTM sources, in small letters, that are shown by a name which contains a text and do not contain it themselves: `ig`
 * for 'insta'. None for fewer than three letters, which are in too many names.
 */
export function sourcesNamed(text: string): string[] {
  const asked = text.trim().toLowerCase()
  if (asked.length < 3) return []
  return platformSpellings.filter((source) => {
    const name = sourceName({ utmSource: source, utmSourcePlatform: null, utmPlacement: null })
    return name?.toLowerCase().includes(asked) && !source.includes(asked)
  })
}
