import { adLevels, UNATTRIBUTED, type UnattributedReason } from '#contract/ad-levels.ts'
import type { CreditedAd } from '#contract/ad-results.ts'
import type { Attribution } from '#contract/attribution.ts'
import { touchKeys } from '#server/counting/ad-touches.ts'
import type { AdKeys, Identity } from './ad-identity.ts'

/** Which ads there are, and which of them each touch is of; null for what says nothing of an ad. */
export type Identified = { identity: Identity; keysOfTouch: Map<number, AdKeys | null> }

/** The touches that a key of the table stands for; null for all of them. */
export function touchesOf(key: string | undefined, { identity, keysOfTouch }: Identified): number[] | null {
  if (key === undefined) return null
  const level = adLevels[Math.min(3, key.split('/').length - 1)] ?? 'source'
  const resolved = key === UNATTRIBUTED ? null : identity.resolve(key, level)
  return [...keysOfTouch].flatMap(([id, keys]) =>
    (resolved === null ? keys === null : keys?.[adLevels.indexOf(level) as 0] === resolved) ? [id] : [],
  )
}

/** The ad of a touch with the parameters that say so; `reason` is why, where they say nothing. */
export function creditOf(
  touch: number | null,
  attribution: Attribution,
  { identity, keysOfTouch }: Identified,
  reason: UnattributedReason,
): CreditedAd {
  const keys = touch === null ? null : (keysOfTouch.get(touch) ?? null)
  return {
    key: keys?.[3] ?? UNATTRIBUTED,
    names: keys === null ? [] : keys.flatMap((key) => nameOf(identity, key) ?? []),
    reason: keys === null ? reason : null,
    evidence: Object.fromEntries(
      touchKeys.flatMap((key) => (attribution[key] ? [[key, attribution[key]]] : [])),
    ),
  }
}

function nameOf(identity: Identity, key: string): string | null {
  const { name, id } = identity.describe(key)
  return name ?? id
}

/** What is known of how somebody came, where no parameter says which ad it was. */
export type Origin = { isByEmail: boolean; hasViews: boolean; hasOrigin: boolean }

/** Why no ad is known for somebody. */
export function reasonOf({ isByEmail, hasViews, hasOrigin }: Origin): UnattributedReason {
  if (isByEmail) return 'email-only'
  if (!hasViews) return 'blocked'
  return hasOrigin ? 'no-parameters' : 'direct'
}
