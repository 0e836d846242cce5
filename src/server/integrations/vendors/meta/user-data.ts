import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { AdPerson } from '#server/integrations/ads.ts'

/** Who an event is about, as Meta takes it: what identifies a person is hashed, what identifies a browser is not. */
export type UserData = {
  em?: string[]
  ph?: string[]
  fn?: string
  ln?: string
  external_id?: string[]
  client_ip_address?: string
  client_user_agent?: string
  fbc?: string
  fbp?: string
}

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** An email as Meta hashes it: trimmed, lower-case. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/** A phone as Meta hashes it: digits with the country code, without plus and leading zeros. */
export const normalPhone = (phone: string): string => phone.replace(/\D/g, '').replace(/^0+/, '')

/** A first or last name as Meta hashes it: lower-case, composed letters, no punctuation. */
export const normalName = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

// A fifth part is what Meta's own script may add; the value goes through untouched.
const CLICK_ID = /^fb\.\d+\.\d{10,16}\.[\w.-]{1,600}$/

/** Normalises and hashes a person for an event; what is empty or could only be refused stays away. */
export function userData(person: AdPerson): UserData {
  const [first = '', ...rest] = (person.name ?? '').trim().split(/\s+/)
  const name = { fn: normalName(first), ln: normalName(rest.join(' ')) }
  const em = hashes(person.emails.map(normalEmail))
  const ph = hashes(person.phones.map(normalPhone))
  const external = hashes(person.externalIds)
  const { ipAddress, userAgent, fbc, fbp } = person
  return {
    ...(em.length > 0 && { em }),
    ...(ph.length > 0 && { ph }),
    ...(name.fn && { fn: sha256(name.fn) }),
    ...(name.ln && { ln: sha256(name.ln) }),
    ...(external.length > 0 && { external_id: external }),
    ...(ipAddress && isIP(ipAddress) > 0 && { client_ip_address: ipAddress }),
    ...(userAgent && { client_user_agent: userAgent }),
    ...(fbc && CLICK_ID.test(fbc) && { fbc }),
    ...(fbp && CLICK_ID.test(fbp) && { fbp }),
  }
}

const hashes = (values: string[]): string[] => [...new Set(values.filter(Boolean))].map(sha256)
