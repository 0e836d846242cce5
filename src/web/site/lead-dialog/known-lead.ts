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

let known: Promise<KnownLead | undefined> | undefined

/** The lead this browser submitted earlier, asked for once per page load. */
export function knownLead(): Promise<KnownLead | undefined> {
  known ??= lookUp()
  return known
}

/** The next question goes to the server again: the visitor has been away and may have given their details meanwhile. */
export function askAgain(): void {
  known = undefined
}
