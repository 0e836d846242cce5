import type { AnalyticsValues } from './analytics-fields.ts'

/**
 * One person as the CRM should know them. The email is the identity (one contact per email;
 * docs/spec.md, 'Tags and rules').
 */
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
  /** Where the lead came from, value by value. Kept where the CRM has the fields for it; never blanks anything. */
  analytics?: AnalyticsValues
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

/** What became of one analytics field. */
export type EnsuredField = { name: string; outcome: 'created' | 'there' } | { name: string; reason: string }

/** A contact as far as it is compared with what we hold; it may go by several emails, in any case. */
export type ShownContact = { emails: string[]; tags: string[] }

/** What the product asks of any CRM. Every call may be repeated safely and fails with a `VendorError`. */
export type Crm = {
  /**
   * Creates or updates the one contact with this email and returns its id. Its tags are never touched, and no
   * contact with another email is ever changed, even where that one holds the same phone.
   */
  saveContact(contact: CrmContact): Promise<SavedContact>
  /**
   * Adds a tag; the contact's other tags stay. Resolves only when the CRM shows the tag on the contact. A
   * contact that is gone fails with kind `not-found`: save it again, then tag the new id.
   */
  addTag(contactId: string, tag: string): Promise<void>
  /** Takes a tag off, whether it is there or not; the contact's other tags stay. Fails as `addTag` does. */
  removeTag(contactId: string, tag: string): Promise<void>
  /**
   * Makes sure that the CRM has a field for every analytics value and returns what became of each. Fails only where
   * not even the fields that are there could be read.
   */
  ensureAnalyticsFields(): Promise<EnsuredField[]>
  /** Asks the CRM something harmless, to see whether token and location are right. */
  check(): Promise<void>
  /** The contact as the CRM shows it now, or null when it is gone. */
  readContact(contactId: string): Promise<ShownContact | null>
  /** Deletes the contact of this email, known by its id or found, and any other of it; one that is gone already is as good. */
  deleteContact(contact: { email: string; knownContactId: string | null }): Promise<void>
}
