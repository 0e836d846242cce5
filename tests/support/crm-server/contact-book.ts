import { randomBytes } from 'node:crypto'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** A contact of the simulated CRM. */
export type CrmServerContact = {
  id: string
  locationId: string
  email: string | null
  additionalEmails: string[]
  phone: string | null
  firstName: string | null
  lastName: string | null
  source: string | null
  timezone: string | null
  tags: string[]
  customFields: { id: string; value: unknown }[]
  dateAdded: string
  dateUpdated: string
}

/** An identifier as long as the CRM's own. */
export const newId = (): string =>
  randomBytes(30)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 20)

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

const lowered = (value: unknown) => text(value)?.toLowerCase() ?? null

/** A phone as the CRM keeps it: E.164, numbers without a country read as American. */
function storedPhone(value: unknown): string | null {
  const typed = text(value)
  if (!typed) return null
  return parsePhoneNumberFromString(typed, 'US')?.number ?? `+${typed.replace(/\D/g, '')}`
}

/** Tags as the CRM keeps them: trimmed, lower-case, each once. */
export const storedTags = (values: unknown): string[] => [
  ...new Set((Array.isArray(values) ? values : []).map((value) => String(value).trim().toLowerCase())),
]

function names(body: Record<string, unknown>): Pick<CrmServerContact, 'firstName' | 'lastName'> {
  if (body.firstName !== undefined || body.lastName !== undefined || body.name === undefined) {
    return { firstName: text(body.firstName), lastName: text(body.lastName) }
  }
  const [first, ...rest] = (text(body.name) ?? '').split(/\s+/)
  return { firstName: first || null, lastName: rest.join(' ') || null }
}

/** The simulated CRM's contacts, in memory. */
export class ContactBook {
  readonly contacts: CrmServerContact[] = []
  readonly #locationId: string
  readonly #now: () => Date

  constructor(locationId: string, now: () => Date) {
    this.#locationId = locationId
    this.#now = now
  }

  byId(id: string): CrmServerContact | undefined {
    return this.contacts.find((contact) => contact.id === id)
  }

  byEmail(email: unknown): CrmServerContact | undefined {
    const wanted = lowered(email)
    if (!wanted) return undefined
    const has = (contact: CrmServerContact) =>
      contact.email?.toLowerCase() === wanted ||
      contact.additionalEmails.some((more) => more.toLowerCase() === wanted)
    return this.contacts.find(has)
  }

  byPhone(phone: unknown): CrmServerContact | undefined {
    const wanted = storedPhone(phone)
    return wanted ? this.contacts.find((contact) => contact.phone === wanted) : undefined
  }

  create(body: Record<string, unknown>): CrmServerContact {
    const at = this.#now().toISOString()
    const contact: CrmServerContact = {
      id: newId(),
      locationId: this.#locationId,
      email: lowered(body.email),
      additionalEmails: Array.isArray(body.additionalEmails) ? body.additionalEmails.map(String) : [],
      phone: storedPhone(body.phone),
      ...names(body),
      source: text(body.source),
      timezone: text(body.timezone),
      tags: storedTags(body.tags),
      customFields: [],
      dateAdded: at,
      dateUpdated: at,
    }
    this.contacts.push(contact)
    this.#setCustomFields(contact, body.customFields)
    return contact
  }

  /** Writes what the body holds, tags replaced as a whole; true when anything changed. */
  write(contact: CrmServerContact, body: Record<string, unknown>): boolean {
    const before = JSON.stringify(contact)
    if (body.email !== undefined) {
      contact.email = lowered(body.email)
      // The new first address pushes the old one out; the CRM keeps neither of them twice.
      contact.additionalEmails = contact.additionalEmails.filter(
        (more) => more.toLowerCase() !== contact.email,
      )
    }
    if (body.phone !== undefined) contact.phone = storedPhone(body.phone)
    const named = names(body)
    if (named.firstName) contact.firstName = named.firstName
    if (named.lastName) contact.lastName = named.lastName
    if (body.source !== undefined) contact.source = text(body.source)
    if (body.timezone !== undefined) contact.timezone = text(body.timezone)
    if (body.tags !== undefined) contact.tags = storedTags(body.tags)
    this.#setCustomFields(contact, body.customFields)
    if (JSON.stringify(contact) === before) return false
    contact.dateUpdated = this.#now().toISOString()
    return true
  }

  remove(id: string): boolean {
    const at = this.contacts.findIndex((contact) => contact.id === id)
    if (at >= 0) this.contacts.splice(at, 1)
    return at >= 0
  }

  #setCustomFields(contact: CrmServerContact, values: unknown): void {
    for (const item of Array.isArray(values) ? values : []) {
      const entry = { id: String(item.id), value: item.field_value }
      contact.customFields = [...contact.customFields.filter(({ id }) => id !== entry.id), entry]
    }
  }
}
