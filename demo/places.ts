import type { Random } from './random.ts'

/** Where a browser says it is. */
export type Place = { timezone: string; language: string }

const PLACES: readonly (readonly [string, readonly string[], number])[] = [
  ['America/New_York', ['en-US', 'en-US', 'en-US', 'es-US'], 25],
  ['America/Los_Angeles', ['en-US', 'en-US', 'en-US', 'es-US', 'zh-CN'], 22],
  ['America/Chicago', ['en-US', 'en-US', 'es-MX'], 15],
  ['America/Denver', ['en-US'], 5],
  ['America/Phoenix', ['en-US', 'es-US'], 3],
  ['America/Detroit', ['en-US'], 2],
  ['America/Toronto', ['en-CA', 'fr-CA'], 5],
  ['America/Vancouver', ['en-CA'], 2],
  ['Europe/London', ['en-GB'], 6],
  ['Europe/Berlin', ['de-DE', 'en-GB'], 2],
  ['Europe/Paris', ['fr-FR'], 1.5],
  ['Australia/Sydney', ['en-AU'], 3],
  ['Asia/Kolkata', ['en-IN', 'hi-IN'], 3],
  ['Asia/Manila', ['en-PH', 'fil-PH'], 2],
  ['Africa/Lagos', ['en-NG'], 2],
  ['America/Mexico_City', ['es-MX'], 2],
  ['America/Sao_Paulo', ['pt-BR'], 1.5],
  ['Asia/Dubai', ['en-AE', 'ar-AE'], 1],
  ['Asia/Tokyo', ['ja-JP'], 1],
]

/** A timezone and a language spoken there; three of four are in the United States. */
export function inventPlace(random: Random): Place {
  const [timezone, languages] = random.weighted(PLACES.map((place) => [place, place[2]] as const))
  return { timezone, language: random.pick(languages) }
}

/** The address from which the coach's own office opens the pages; the owner has blocked it. */
export const OFFICE_ADDRESS = '203.0.113.42'
/** An address that was blocked by mistake for an afternoon. */
export const ONCE_BLOCKED_ADDRESS = '198.51.100.77'

const NETWORKS = ['192.0.2', '198.51.100', '203.0.113'] as const

/** An address out of the three networks that exist for documentation only (RFC 5737). */
export function inventAddress(random: Random): string {
  for (;;) {
    const address = `${random.pick(NETWORKS)}.${random.whole(1, 254)}`
    if (address !== OFFICE_ADDRESS) return address
  }
}
