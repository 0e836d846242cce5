import { z } from 'zod'
import { VendorError } from '#server/integrations/vendor-error.ts'
import type { ContactFields } from './contact-fields.ts'
import type { SendRequest } from './request.ts'
import { StoredContact } from './stored-contact.ts'
import { StoredField } from './stored-field.ts'

const Found = z.object({ contact: StoredContact })
// The documentation gives this answer no shape; empty ones have been seen.
const FoundOrNot = z.object({ contact: StoredContact.nullish().catch(null) }).nullable()
const Updated = z.object({ contact: StoredContact.nullish() })
const Upserted = z.object({ new: z.boolean().nullish(), contact: StoredContact })
const Tagged = z.object({ tags: z.array(z.string()) })

const FieldList = z.object({ customFields: z.array(StoredField) })

// Looking first is a kindness to other people's contacts; the save checks its own answer either way.
function noSuchCall(error: unknown): null {
  if (error instanceof VendorError && error.status === 404) return null
  throw error
}

/** The few calls this product makes, one line each; every one throws a `VendorError` when it fails. */
export function contactCalls(send: SendRequest, locationId: string) {
  const contactPath = (id: string) => `/contacts/${encodeURIComponent(id)}`
  const search = async (by: 'email' | 'number', value: string) => {
    const query = new URLSearchParams({ locationId, [by]: value })
    const path = `/contacts/search/duplicate?${query}`
    const call = { task: 'look up the contact', method: 'GET', path, answer: FoundOrNot } as const
    const answer = await send(call).catch(noSuchCall)
    return answer?.contact ?? null
  }
  const fieldsPath = `/locations/${encodeURIComponent(locationId)}/customFields`
  const personal = (fields: ContactFields) =>
    [fields.name, fields.firstName, fields.lastName, fields.email, fields.phone].filter(
      (v) => v !== undefined,
    )

  return {
    /** The contact with this id. */
    read: async (id: string): Promise<StoredContact> => {
      const call = { task: 'read the contact', method: 'GET', aboutContact: true } as const
      return (await send({ ...call, path: contactPath(id), answer: Found })).contact
    },
    /** The contact the CRM takes for this email's, or null. */
    findByEmail: (email: string) => search('email', email),
    /** The contact that holds this phone (E.164), or null. */
    findByPhone: (phone: string) => search('number', phone),
    /** Creates the contact, or updates the one the CRM matches; tags are never sent, as they would replace. */
    upsert: (fields: ContactFields) =>
      send({
        task: 'save the contact',
        method: 'POST',
        path: '/contacts/upsert',
        body: { locationId, ...fields },
        answer: Upserted,
        personal: personal(fields),
      }),
    /** Changes the given fields of one contact and returns it as it is then, where the CRM says. */
    update: async (id: string, fields: ContactFields): Promise<StoredContact | null> => {
      const call = { task: 'save the contact', method: 'PUT', aboutContact: true } as const
      const path = contactPath(id)
      const answer = await send({ ...call, path, body: fields, answer: Updated, personal: personal(fields) })
      return answer.contact ?? null
    },
    /** Deletes a contact for good. */
    remove: async (id: string): Promise<void> => {
      const call = { task: 'delete the contact', method: 'DELETE', aboutContact: true } as const
      await send({ ...call, path: contactPath(id), answer: z.unknown() })
    },
    /** The custom fields that this location has for contacts. */
    listFields: async (): Promise<StoredField[]> => {
      const path = `${fieldsPath}?model=contact`
      const call = { task: 'read the custom fields', method: 'GET', path, answer: FieldList } as const
      return (await send(call)).customFields
    },
    /** Creates a custom field for one line of text. */
    createField: async (name: string): Promise<void> => {
      const body = { name, dataType: 'TEXT', model: 'contact' }
      const call = { task: `create the field "${name}"`, method: 'POST', path: fieldsPath, body } as const
      await send({ ...call, answer: z.unknown() })
    },
    /** Adds tags to a contact and returns the list that the CRM answers. */
    addTags: async (id: string, tags: string[]): Promise<string[]> => {
      const call = { task: 'add the tag', method: 'POST', aboutContact: true } as const
      return (await send({ ...call, path: `${contactPath(id)}/tags`, body: { tags }, answer: Tagged })).tags
    },
    /** Takes tags off a contact and returns the list that the CRM answers. */
    removeTags: async (id: string, tags: string[]): Promise<string[]> => {
      const call = { task: 'take the tag off', method: 'DELETE', aboutContact: true } as const
      return (await send({ ...call, path: `${contactPath(id)}/tags`, body: { tags }, answer: Tagged })).tags
    },
  }
}

/** The calls of `contactCalls`, as the verbs use them. */
export type ContactCalls = ReturnType<typeof contactCalls>
