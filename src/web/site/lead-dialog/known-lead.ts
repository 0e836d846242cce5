import { post } from '#web/site/browser/call.ts'
import { deviceReport } from '#web/site/browser/device-report.ts'
import { mayRemember } from '#web/site/consent/visit-leave.ts'

/** A lead as this browser once gave it (docs/spec.md, 'Visitors and people'). */
export type KnownLead = { name: string; email: string; phone: string }

async function lookUp(): Promise<KnownLead | undefined> {
  const { fingerprint } = deviceReport()
  if (!fingerprint && mayRemember()) {
    console.warn('No fingerprint: the form stays empty.')
    return undefined
  }
  try {
    const answer = await post('/api/leads/by-fingerprint', { fingerprint })
    const body: { success?: boolean; lead?: KnownLead } = await answer.json()
    return body.success ? body.lead : undefined
  } catch (error) {
    console.warn('Looking the lead up failed; the form stays empty.', error)
    return undefined
  }
}

const listeners = new Set<() => void>()
let known: KnownLead | undefined
let asked: Promise<KnownLead | undefined> | undefined

async function ask(): Promise<KnownLead | undefined> {
  known = await lookUp()
  for (const listener of listeners) listener()
  return known
}

/**
 * The lead this browser submitted earlier, asked for once per page load and again whenever the visitor comes back to
 * this page as it was left: they may have given their details meanwhile.
 */
export function knownLead(): Promise<KnownLead | undefined> {
  if (asked) return asked
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) asked = ask()
  })
  asked = ask()
  return asked
}

/** The lead this browser submitted earlier, as far as the server has said so. */
export const leadKnownNow = (): KnownLead | undefined => known

/** Calls back whenever the server has said who this is, until the function it returns is called. */
export function onLeadKnown(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
