import { get } from './call.ts'

/** The lead that this browser submitted, as far as a form or a checkout may know it. */
export type OwnLead = { id: string; email: string }

/** Asks the server for the lead this browser submitted last; undefined where there is none, or no answer. Never throws. */
export async function ownLead(): Promise<OwnLead | undefined> {
  try {
    const answer = await get('/api/leads/own')
    const body: { lead?: OwnLead | null } = answer.ok ? await answer.json() : {}
    return body.lead ?? undefined
  } catch {
    // Without it the vendor's word is joined by email or phone.
    return undefined
  }
}
