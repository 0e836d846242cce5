/** One person as the CRM should know them. The email is the identity (decisions §3: one contact per email). */
export type CrmContact = {
  leadId: string
  /** The full name as typed. */
  name: string
  /** Lower-case. */
  email: string
  /** E.164, or null when there is none that can be read. */
  phone: string | null
  /** Where the lead came from, in words; said once, when the contact is new. */
  source: string
  /** IANA name, e.g. `America/Los_Angeles`. */
  timezone?: string
  /** The contact id an earlier save gave, or null. */
  knownContactId: string | null
}

/** The one contact in the CRM that stands for a person. */
export type SavedContact = {
  contactId: string
  /** True when this call made the contact. */
  isNew: boolean
  /** A sentence for the owner about what the CRM could not keep, e.g. a phone that belongs to someone else. */
  warning?: string
}

/** What the product asks of any CRM. Every call may be repeated safely and fails with a `VendorError`. */
export type Crm = {
  /**
   * Creates or updates the one contact with this email and gives its id. Its tags are never touched, and no
   * contact with another email is ever changed, even where that one holds the same phone.
   */
  saveContact(contact: CrmContact): Promise<SavedContact>
  /**
   * Adds a tag; the contact's other tags stay. Resolves only when the CRM shows the tag on the contact. A
   * contact that is gone fails with kind `not-found`: save it again, then tag the new id.
   */
  addTag(contactId: string, tag: string): Promise<void>
}
