import type { Crm, CrmContact } from '#server/integrations/crm.ts'
import { createGoHighLevel } from '#server/integrations/vendors/gohighlevel/gohighlevel.ts'
import { type CrmServer, type CrmServerOptions, startCrmServer } from './crm-server.ts'

/** The sub-account that tests of contacts write to, and the token for it. */
export const crmAccess = { token: 'pit-save-test', locationId: 'loc1' }

/** A lead with everything a contact can hold. */
export const anna: CrmContact = {
  leadId: 'lead-1',
  name: 'Anna Maria Kern',
  email: 'anna@example.com',
  phone: '+12025550143',
  source: 'Free Training Video',
  timezone: 'America/Chicago',
  knownContactId: null,
}

/** Starts a simulated CRM and connects to it, with little patience for an answer. */
export async function connectCrm(
  options: Pick<CrmServerOptions, 'matchBy'> = {},
): Promise<{ server: CrmServer; crm: Crm }> {
  const server = await startCrmServer({ ...crmAccess, ...options })
  return { server, crm: createGoHighLevel({ baseUrl: server.url, ...crmAccess, timeoutMs: 500 }) }
}
