import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'

/** What the simulated CRM answers, and what it changed: one short line per change, none when nothing changed. */
export type Answer = { status: number; body: unknown; effects: string[] }

/** An answer that worked. */
export const done = (status: number, body: object, effects: string[] = []): Answer => ({
  status,
  body: { ...body, traceId: randomUUID() },
  effects,
})

/** An answer that says no, in the CRM's shape: `message` is a list for 422 and text otherwise. */
export const fault = (status: number, message: string | string[], more: object = {}): Answer => ({
  status,
  body: { statusCode: status, message, error: STATUS_CODES[status], ...more, traceId: randomUUID() },
  effects: [],
})

/** The CRM's 400 for an email or phone that another contact holds. */
export const duplicate = (holder: { id: string; firstName: string | null }, matchingField: string): Answer =>
  fault(400, 'This location does not allow duplicated contacts.', {
    meta: { contactId: holder.id, contactName: holder.firstName ?? '', matchingField },
  })
