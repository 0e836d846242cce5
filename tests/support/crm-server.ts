import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Allowance, type Limits, publishedLimits } from './crm-server/allowance.ts'
import { ContactBook, type CrmServerContact } from './crm-server/contact-book.ts'
import { decide } from './crm-server/decide.ts'
import { type FailureMode, type FailureScope, FailureSwitch } from './crm-server/failure.ts'
import { OutcomeBook } from './crm-server/outcome-book.ts'
import type { CrmServerRequest } from './crm-server/server-request.ts'
import type { CrmServerField, SubAccount } from './crm-server/sub-account.ts'
import { listenLocally } from './listening-server.ts'

/** What to start the simulated CRM with. */
export type CrmServerOptions = {
  /** The one private integration token it accepts; starts with `pit-`. */
  token: string
  locationId: string
  /** Default: a free one. */
  port?: number
  limits?: Partial<Limits>
  /** The order in which an upsert looks for an existing contact; default email, then phone. */
  matchBy?: SubAccount['matchBy']
  allowDuplicates?: boolean
  now?: () => Date
  /** Hears of every call once it is over, e.g. to print it. */
  onRequest?: (request: CrmServerRequest) => void
}

/** A running simulated CRM. */
export type CrmServer = {
  /** `http://127.0.0.1:<port>`, for use as the CRM's base address. */
  url: string
  /** Copies of all contacts, oldest first. */
  contacts(): CrmServerContact[]
  customFields(): CrmServerField[]
  /** Its calendars, appointments, pipelines and opportunities, to be changed as if somebody worked with it. */
  outcomes(): OutcomeBook
  /** Every call so far, oldest first. */
  log: CrmServerRequest[]
  /** Every change so far, oldest first, e.g. `contact created`, `tag added: vh01 - lead`. */
  effects(): string[]
  /** Puts a contact there as if the owner had typed it in. */
  addContact(contact: Partial<CrmServerContact> & { name?: string }): CrmServerContact
  /** Deletes a contact behind the product's back. */
  deleteContact(id: string): void
  /** Takes a tag off a contact behind the product's back. */
  removeTag(id: string, tag: string): void
  /** Gives a contact another email behind the product's back; the one before goes, or stays as one of its further ones. */
  changeEmail(id: string, email: string, before?: 'goes' | 'stays'): void
  /** Deletes a custom field behind the product's back. */
  deleteField(id: string): void
  /** Takes another token from now on, and the one before no more. */
  changeToken(token: string): void
  /** Is another sub-account from now on, with nothing in it; the contacts of those before are not for its token. */
  becomeAnother(access: { token: string; locationId: string }): void
  /** Switches a failure on, in place of the one before. */
  failWith(mode: FailureMode, scope?: FailureScope): Promise<void>
  /** Switches the failure off; a server that was down listens again on the same port. */
  recover(): Promise<void>
  /** Answers every call that was done as `late`. */
  answerLate(): void
  stop(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString('utf8')
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Kept as text: the log shows it, and the CRM takes objects only.
    return text
  }
}

/** Starts a local CRM that behaves as GoHighLevel's API is documented and reported to, failures included. */
export async function startCrmServer(options: CrmServerOptions): Promise<CrmServer> {
  const { locationId, now = () => new Date() } = options
  let { token } = options
  const crm: SubAccount = {
    locationId,
    book: new ContactBook(locationId, now),
    idsElsewhere: new Set(),
    customFields: [],
    outcomes: new OutcomeBook(locationId),
    matchBy: options.matchBy ?? ['email', 'phone'],
    allowDuplicates: options.allowDuplicates ?? false,
  }
  const allowance = new Allowance({ ...publishedLimits, ...options.limits }, now)
  const failure = new FailureSwitch()
  const log: CrmServerRequest[] = []
  const unanswered: (() => void)[] = []

  async function answer(request: IncomingMessage, response: ServerResponse, entry: CrmServerRequest) {
    const mode = failure.take(`${entry.method} ${entry.path}`)
    if (mode === 'reset') return void request.socket.destroy()
    entry.body = await readBody(request)
    if (mode === 'half-open') return
    const { status, body: content, effects } = decide({ crm, token, allowance }, request.headers, entry, mode)
    entry.effects = effects
    if (mode === 'slow') await pause(failure.delayMs, undefined, { ref: false })
    if (mode === 'late') await new Promise<void>((resolve) => unanswered.push(resolve))
    if (mode === 'apply-then-hang-up') return void request.socket.destroy()

    const headers = allowance.headers()
    if (mode === 'rate-limited') headers['x-ratelimit-remaining'] = '0'
    if (mode === 'daily-limit') headers['x-ratelimit-daily-remaining'] = '0'
    entry.status = status
    entry.answer = content
    const page = typeof content === 'string'
    response.writeHead(status, { ...headers, 'content-type': page ? 'text/html' : 'application/json' })
    if (mode === 'half-answer') return void response.write('{"contact":')
    response.end(page ? content : JSON.stringify(content))
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://crm.invalid')
    const entry: CrmServerRequest = {
      at: now(),
      method: request.method ?? 'GET',
      path: pathname,
      query: Object.fromEntries(searchParams),
      version: request.headers.version?.toString(),
      token: request.headers.authorization?.replace('Bearer ', ''),
      body: undefined,
      status: null,
      answer: undefined,
      effects: [],
    }
    log.push(entry)
    answer(request, response, entry)
      .catch(() => request.socket.destroy())
      .finally(() => options.onRequest?.(entry))
  })
  const { port, goDown, comeBack } = await listenLocally(server, {
    cut: () => server.closeAllConnections(),
    port: options.port,
  })

  return {
    url: `http://127.0.0.1:${port}`,
    contacts: () => structuredClone(crm.book.contacts),
    customFields: () => structuredClone(crm.customFields),
    outcomes: () => crm.outcomes,
    log,
    effects: () => log.flatMap((entry) => entry.effects),
    addContact: (contact) => structuredClone(crm.book.create(contact)),
    deleteContact: (id) => void crm.book.remove(id),
    removeTag: (id, tag) => {
      const contact = crm.book.byId(id)
      if (contact) contact.tags = contact.tags.filter((one) => one !== tag)
    },
    changeEmail: (id, email, before = 'goes') => {
      const contact = crm.book.byId(id)
      if (!contact) return
      if (before === 'stays' && contact.email) contact.additionalEmails.push(contact.email)
      contact.email = email
    },
    deleteField: (id) => {
      const at = crm.customFields.findIndex((field) => field.id === id)
      if (at >= 0) crm.customFields.splice(at, 1)
    },
    changeToken(other) {
      token = other
    },
    becomeAnother(access) {
      token = access.token
      crm.locationId = access.locationId
      for (const { id } of crm.book.contacts) crm.idsElsewhere.add(id)
      crm.book = new ContactBook(access.locationId, now)
      crm.customFields = []
      crm.outcomes = new OutcomeBook(access.locationId)
    },
    async failWith(mode, scope) {
      failure.set(mode, scope)
      if (mode === 'down') await goDown()
      else await comeBack()
    },
    async recover() {
      failure.set(null)
      await comeBack()
    },
    answerLate() {
      for (const answerNow of unanswered.splice(0)) answerNow()
    },
    stop: goDown,
  }
}
