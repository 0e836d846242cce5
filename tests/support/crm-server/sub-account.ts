import type { ContactBook } from './contact-book.ts'
import type { OutcomeBook } from './outcome-book.ts'

/** A custom field of the simulated CRM. */
export type CrmServerField = {
  id: string
  name: string
  fieldKey: string
  dataType: string
  position: number
  locationId: string
  model: string
}

/** The simulated sub-account that the routes work on. */
export type SubAccount = {
  locationId: string
  book: ContactBook
  /** Contacts of other sub-accounts. */
  idsElsewhere: Set<string>
  customFields: CrmServerField[]
  outcomes: OutcomeBook
  /** The order in which an upsert looks for an existing contact. */
  matchBy: readonly ['email', 'phone'] | readonly ['phone', 'email']
  allowDuplicates: boolean
}
