import { adLevels, UNATTRIBUTED, type UnattributedReason } from '#contract/ad-levels.ts'
import type { CreditedAd } from '#contract/ad-results.ts'
import type { Attribution } from '#contract/attribution.ts'
import { touchKeys } from '#server/counting/ad-touches.ts'
import type { Identity } from './ad-identity.ts'

/** The touches that a key of the table stands for; null for all of them. */
export function touchesOf(key: string | undefined, identity: Identity): number[] | null {
  if (key === undefined) return null
  const level = adLevels[Math.min(3, key.split('/').length - 1)] ?? 'source'
  return identity.touchesOf(key === UNATTRIBUTED ? key : identity.resolve(key, level), level)
}

/** The ad of a touch with the parameters that say so; `reason` is why, where they say nothing. */
export function creditOf(
  touch: number | null,
  attribution: Attribution,
  identity: Identity,
  reason: UnattributedReason,
): CreditedAd {
  const keys = touch === null ? null : identity.keysOfTouch(touch)
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
