import { accessSync, constants } from 'node:fs'
import { z } from 'zod'
import { countryCodes } from '#contract/country-codes.ts'
import { readPasted } from '#contract/pasted-value.ts'
import type { EnteredVendor, VendorFieldName } from '#contract/vendor-settings.ts'

/** A configuration value that stops the start; its message is one sentence that names the variable. */
export class ConfigProblem extends Error {}

/** Whoever chose one of these may have chosen quotes, and what was made with them needs them again. */
const chosenFreely = ['SECRET', 'OWNER_PASSWORD', 'BACKUP_PASSPHRASE']

const isQuoted = (value: string | undefined): boolean => /^(["']).*\1$/.test(value?.trim() ?? '')

/** Refuses a value that still has its quotes: a shell takes them off a file's values, `docker run --env-file` does not. */
export function refuseQuotes(environment: Record<string, string | undefined>, names: string[]): void {
  for (const name of names)
    if (!chosenFreely.includes(name) && isQuoted(environment[name]))
      throw new ConfigProblem(
        `${name} has quotes around its value that whatever reads your file does not take off: leave them out there.`,
      )
}

/** The variables whose quotes count as a part of what was chosen. */
export const keptQuotes = (environment: Record<string, string | undefined>): string[] =>
  chosenFreely.filter((name) => isQuoted(environment[name]))

/** A text that may be left out; spaces around it do not count, and nothing at all is left out. */
export const optional = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined)

/**
 * Where the server listens. localhost is 127.0.0.1 alone: listening on ::1 as well takes a second server, and an ordered stop
 * would cut what that one is answering.
 */
export const listenHost = z
  .string()
  .trim()
  .min(1)
  .default('127.0.0.1')
  // An address as it stands in a URL.
  .transform((host) => host.replace(/^\[(.*)\]$/, '$1'))
  .transform((host) => (host.toLowerCase() === 'localhost' ? '127.0.0.1' : host))

/** What backups are encrypted with. */
export const passphrase = optional.refine(
  (value) => value === undefined || value.length >= 12,
  'must have at least 12 characters',
)

const startsWith = (protocols: string[]) =>
  `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`

/** An address that starts with one of these protocols. */
export const url = (protocols: string[]) =>
  optional.refine(
    (value) => value === undefined || protocols.includes(URL.parse(value)?.protocol ?? ''),
    startsWith(protocols),
  )

/** An address that may hold a user and a password. */
export const urlWithLogin = (protocols: string[]) =>
  optional
    .refine(
      (value) =>
        value === undefined || protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`)),
      startsWith(protocols),
    )
    .refine((value) => {
      const address = URL.parse(value ?? '')
      // A password with such a sign ends early: the rest of it is taken for the path, or for nothing.
      return value === undefined || (address && !address.hash && !address.pathname.includes('@'))
    }, 'cannot be read: write signs such as / ? # in its user and password as %2F %3F %23, and its port as a number')
    .refine((value) => {
      // What is no code, and an ä as %E4, cannot be read: drivers end the start with an error that names nothing.
      const { username = '', password = '' } = URL.parse(value ?? '') ?? {}
      return [username, password].every(isDecodable)
    }, 'must have each % in its user and password written as %25, and letters such as ä as they are')

const isDecodable = (part: string): boolean => {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

/** The address of a mail server. */
export const smtpUrl = urlWithLogin(['smtp:', 'smtps:'])
  .refine(
    (value) => value === undefined || URL.parse(value)?.hostname,
    'must name the mail server, such as smtp://user:password@mail.example.com:587',
  )
  .refine((value) => {
    // A user alone may be the sender at a server that asks nobody to sign in; a password alone signs nobody in.
    const { username = '', password = '' } = URL.parse(value ?? '') ?? {}
    return password === '' || username !== ''
  }, 'must name the user whose password it has, such as smtp://user:password@mail.example.com:587')

/** The address of a PostgreSQL database. */
export const databaseUrl = urlWithLogin(['postgres:', 'postgresql:'])
  .refine((value) => {
    // The driver would take this machine for it, or what PGHOST says. A folder with a socket stands behind the ?.
    const address = URL.parse(value ?? '')
    return value === undefined || address?.hostname || address?.searchParams.get('host')
  }, 'must name the database server, such as postgres://user:password@host:5432/name')
  .refine((value) => {
    const named = URL.parse(value ?? '')?.searchParams
    // The driver reads them at each connection, and its error would be taken for that of a database that is down.
    return ['sslrootcert', 'sslcert', 'sslkey'].every((name) => isReadable(named?.get(name)))
  }, 'must name files in sslrootcert, sslcert and sslkey that the user who starts this may read')

const isReadable = (path: string | null | undefined): boolean => {
  if (!path) return true
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** The address of a whole site: pages, cookies and links belong to it, and a password in it would go out with every link. */
export const site = url(['http:', 'https:']).refine((value) => {
  const address = URL.parse(value ?? '')
  return !address || address.href === `${address.origin}/`
}, 'must be a site’s address alone, such as https://your.domain')

/** Where something secret or personal is sent: in the clear it may only stay on this machine. */
export const privateUrl = url(['http:', 'https:']).refine((value) => {
  const address = URL.parse(value ?? '')
  return address?.protocol !== 'http:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(address.hostname)
}, 'must start with https:// (http:// only for this machine)')

const hasNoLogin = (value: string | undefined): boolean => {
  const { username, password } = URL.parse(value ?? '') ?? {}
  return !username && !password
}

/** Where a vendor's calls begin. Each adds its own path, which would be lost behind a ?, and nothing is sent to a login. */
export const apiBase = (address: ReturnType<typeof url>) =>
  address.refine(
    (value) => hasNoLogin(value) && !/[?#]/.test(value ?? ''),
    'must be an address that paths can follow, without a user, a password, ? or # in it',
  )

/** A private address to which all is sent that there is to send; nothing is sent to a login. */
export const privateUrlWithoutLogin = privateUrl.refine(
  hasNoLogin,
  'must have no user and no password in it: nothing could be sent there',
)

const ADDRESS = '[^\\s<>@"(),:;]+@[^\\s<>@"(),:;]+'
const SENDERS = [
  new RegExp(`^([^<>@":,;]*\\s)?${ADDRESS}$`),
  // Without quotes around it, a colon would make the name one of a group.
  new RegExp(`^("[^<>"\\r\\n]*"|[^<>":\\r\\n]*)\\s*<${ADDRESS}>$`),
]

/** Whom mails are from. */
export const sender = optional.refine(
  (value) => value === undefined || SENDERS.some((form) => form.test(value)),
  'must be an email address, or a name and an address in angle brackets',
)

/** What whoever reads the metrics sends in a header. */
export const metricsToken = optional.refine(
  (value) => value === undefined || /^[\x21-\x7e]{16,}$/.test(value),
  'must have at least 16 characters, letters, digits and signs such as - or _, without spaces',
)

/** What a vendor gave out and is sent back to it in a header, which takes no other signs: with one each call would fail. */
export const vendorKey = optional.refine(
  (value) => value === undefined || /^[\x21-\x7e]+$/.test(value),
  'must be as the vendor shows it: letters, digits and signs such as - or _, without spaces',
)

/** A vendor's value by the rule of the dashboard's form: what that refuses would only fail later. */
const enteredValue = (vendor: EnteredVendor, name: VendorFieldName, must: string) =>
  optional.transform((value, context) => {
    if (value === undefined) return undefined
    const read = readPasted(vendor, name, value)
    if ('value' in read && read.value) return read.value
    context.addIssue({ code: 'custom', message: must })
    return z.NEVER
  })

/** The CRM's sub-account. */
export const locationId = enteredValue(
  'crm',
  'locationId',
  'must be the sub-account’s id, letters and digits alone, such as ve9EPM428h8vShlRW1KT',
)

/** A secret that a vendor shares with us: whoever guesses it can tell us anything. */
export const webhookSecret = optional.refine(
  (value) => value === undefined || value.length >= 16,
  'must have at least 16 characters',
)

/** What the checkout signs with; an API key or an endpoint's id, which are easily taken for it, sign nothing. */
export const signingSecret = webhookSecret.refine(
  (value) => value === undefined || value.startsWith('whsec_'),
  'must be the webhook’s signing secret, which starts with whsec_, and no API key',
)

/** What marks Meta's events as tests. */
export const testEventCode = enteredValue(
  'meta',
  'testEventCode',
  'must be as the Events Manager shows it, such as TEST12345',
)

/** Meta's ad account. */
export const adAccountId = enteredValue('meta-ads', 'accountId', 'must be the digits of the ad account’s id')

/** The country in which phone numbers are read; in one that there is not, none could be. */
export const country = optional
  .refine(
    (value) => value === undefined || countryCodes.includes(value),
    'must be the two letters of a country in capitals, such as US (the United Kingdom is GB)',
  )
  .transform((value) => value ?? 'US')

/** A value as it stands in a sentence about it: on one line, whatever it holds. */
export const inOneLine = (value: string): string => value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

/** A whole number from `min` to `max`; `fallback` where it is left out. Anything else is a `ConfigProblem`. */
export const whole = (name: string, fallback: number, min: number, max: number) =>
  optional.transform((value) => {
    if (value === undefined) return fallback
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new ConfigProblem(
      `${name} must be a whole number from ${min} to ${max}; it is "${inOneLine(value)}".`,
    )
  })
