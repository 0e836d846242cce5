import { VendorError } from '#server/integrations/vendor-error.ts'
import { DuplicateContact, RefusedByCrm } from './answer-to-error.ts'
import type { ContactCalls } from './contact-calls.ts'
import { hasEmail } from './contact-fields.ts'
import { nullWhenGone } from './null-when-gone.ts'
import { PHONE_REFUSED, PHONE_TAKEN, type WritePlan } from './write-plan.ts'

async function aroundDuplicate(calls: ContactCalls, plan: WritePlan, holderId: string) {
  const holder = await calls.read(holderId).catch(nullWhenGone)
  if (holder && holder.id !== plan.target?.id && hasEmail(holder, plan.contact.email)) {
    return { ...plan, target: holder }
  }
  return plan.phone ? { ...plan, phone: null, warning: PHONE_TAKEN } : null
}

/** Another plan that can succeed where this one failed, or null when the failure stands. */
export async function fallbackPlan(
  calls: ContactCalls,
  plan: WritePlan,
  error: unknown,
): Promise<WritePlan | null> {
  if (!(error instanceof VendorError)) return null
  if (error instanceof DuplicateContact) return aroundDuplicate(calls, plan, error.contactId)
  if (error.kind === 'not-found' && plan.target) {
    return { ...plan, target: null }
  }
  if (error.kind !== 'invalid-request' && !(error instanceof RefusedByCrm)) return null
  const complainsOf = error instanceof RefusedByCrm ? error.complainsOf : []
  // An odd phone or timezone must never cost the lead (docs/spec.md, 'Tags and rules').
  if (plan.phone && complainsOf.includes('phone')) return { ...plan, phone: null, warning: PHONE_REFUSED }
  if (plan.contact.timezone && complainsOf.includes('timezone')) {
    return { ...plan, contact: { ...plan.contact, timezone: undefined } }
  }
  if (plan.target) return null
  // The CRM has been seen to refuse a new contact (422) and to keep it all the same.
  const kept = await calls.findByEmail(plan.contact.email)
  return kept && hasEmail(kept, plan.contact.email) ? { ...plan, target: kept } : null
}
