import type { VendorFieldName } from '#contract/vendor-settings.ts'
import type { Crm } from '#server/integrations/crm.ts'
import { type RefusedAccess, VendorError } from '#server/integrations/vendor-error.ts'

/** What the CRM said of its token and location; `field`: which of them the owner has to put right. */
export type CrmChecked =
  | { what: 'accepted'; message: string }
  | { what: RefusedAccess; message: string; field: VendorFieldName }
  /** Nothing is known of them: it asks for a pause, has trouble of its own, or cannot be reached. */
  | { what: 'rate-limited' | 'trouble' | 'unreachable'; message: string; field: null }

const SCOPES = 'View Contacts, Edit Contacts, View Custom Fields and Edit Custom Fields'

const refused: Record<RefusedAccess, { field: VendorFieldName; message: string }> = {
  token: {
    field: 'token',
    message:
      'GoHighLevel does not accept this token. Copy it again; if it was replaced there, only the new one works.',
  },
  scope: {
    field: 'token',
    message: `GoHighLevel accepts the token, but it may not do what is needed. Open the private integration, tick ${SCOPES}, and save.`,
  },
  location: {
    field: 'locationId',
    message:
      'GoHighLevel accepts the token, but not for this sub-account. Check the location id, or create the token inside that sub-account.',
  },
  'other-kind-of-token': {
    field: 'token',
    message:
      'This token belongs to the agency. Open the sub-account itself and create the private integration there.',
  },
}

/** Asks the CRM something that changes nothing and says what that tells of the token and the location. */
export async function checkCrm(crm: Crm): Promise<CrmChecked> {
  try {
    await crm.check()
    return { what: 'accepted', message: 'The CRM answers and accepts this token and location.' }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const { access, kind, message } = error
    if (access) return { what: access, ...refused[access] }
    // Without a word on which of them it is, it complains of what the call names: the location.
    if (kind === 'invalid-request' || kind === 'not-found')
      return { what: 'location', ...refused.location, message: `${refused.location.message} (${message})` }
    if (kind === 'rate-limited') return { what: 'rate-limited', message, field: null }
    return { what: kind === 'unreachable' ? 'unreachable' : 'trouble', message, field: null }
  }
}
