import type { FilledContact } from './field-ids.ts'
import type { StoredContact } from './stored-contact.ts'

/** What this product writes of a contact, under the CRM's own names. Tags are not among it on purpose. */
export type ContactFields = {
  name?: string
  firstName?: string
  lastName?: string
  email?: string
  phone?: string
  source?: string
  timezone?: string
  customFields?: { id: string; field_value: string }[]
}

const same = (one: string | null | undefined, other: string | null | undefined) =>
  (one ?? '').trim().toLowerCase() === (other ?? '').trim().toLowerCase()

/** Whether the stored contact goes by this email, as its first or one of its further addresses. */
export function hasEmail(stored: StoredContact, email: string): boolean {
  return same(stored.email, email) || (stored.additionalEmails ?? []).some((more) => same(more.email, email))
}

/** Whether two phone numbers have the same digits. */
export function samePhone(one: string | null | undefined, other: string | null | undefined): boolean {
  return (one ?? '').replace(/\D/g, '') === (other ?? '').replace(/\D/g, '')
}

/** First and last name, split at the first space. */
function nameFields(name: string): ContactFields {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  const lastName = rest.join(' ')
  return lastName ? { firstName, lastName } : { firstName }
}

/** Everything of a contact the CRM does not know yet, with the phone only if it is free to give. */
export function fieldsToCreate(contact: FilledContact, phone: string | null): ContactFields {
  const fields: ContactFields = {
    ...nameFields(contact.name),
    name: contact.name.trim(),
    email: contact.email,
  }
  if (phone) fields.phone = phone
  if (contact.source) fields.source = contact.source
  if (contact.timezone) fields.timezone = contact.timezone
  if (contact.fields.length > 0) fields.customFields = written(contact.fields)
  return fields
}

const written = (fields: FilledContact['fields']) =>
  fields.map(({ id, value }) => ({ id, field_value: value }))

/**
 * What differs from the stored contact; empty when nothing does. The source stays what it first was, and an
 * email is only filled in, never replaced: writing a second address would push out the first.
 */
export function fieldsToUpdate(
  contact: FilledContact,
  stored: StoredContact,
  phone: string | null,
): ContactFields {
  const fields: ContactFields = {}
  const names = nameFields(contact.name)
  if (!same(names.firstName, stored.firstName) || !same(names.lastName ?? stored.lastName, stored.lastName)) {
    Object.assign(fields, names)
  }
  if (!stored.email) fields.email = contact.email
  if (phone && !samePhone(phone, stored.phone)) fields.phone = phone
  if (contact.timezone && !same(contact.timezone, stored.timezone)) fields.timezone = contact.timezone
  const kept = new Map((stored.customFields ?? []).map(({ id, value }) => [id, value]))
  const changed = contact.fields.filter(({ id, value }) => kept.get(id) !== value)
  if (changed.length > 0) fields.customFields = written(changed)
  return fields
}
