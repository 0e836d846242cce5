import { useEffect, useState } from 'react'
import { useReturn } from '#web/site/island/use-return.ts'
import { askAgain, type KnownLead, knownLead } from './known-lead.ts'

/**
 * The lead this browser gave earlier, as soon as the server has said so; asked for again when the visitor comes back. A
 * preview asks for nobody.
 */
export function useKnownLead(isPreview: boolean): KnownLead | undefined {
  const [known, setKnown] = useState<KnownLead>()
  useEffect(() => {
    if (!isPreview) void knownLead().then(setKnown)
  }, [isPreview])
  useReturn(() => {
    if (isPreview) return
    askAgain()
    void knownLead().then(setKnown)
  })
  return known
}
