import { useEffect, useSyncExternalStore } from 'react'
import { type KnownLead, knownLead, leadKnownNow, onLeadKnown } from './known-lead.ts'

/** The lead this browser gave earlier, as soon as the server has said so. A preview asks for nobody. */
export function useKnownLead(isPreview: boolean): KnownLead | undefined {
  useEffect(() => {
    if (!isPreview) void knownLead()
  }, [isPreview])
  return useSyncExternalStore(onLeadKnown, leadKnownNow, () => undefined)
}
