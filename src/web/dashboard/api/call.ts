import { CallFailed, NoAnswer } from './call-failed.ts'
import type { CallInput, CallName, CallOutput, ListName, RowOf } from './dashboard-api.ts'
import { noteReadFrom } from './read-from.ts'

/** A page of a list with what the headers say: how many there are in all, and where the next page starts. */
export type Page<Row> = {
  rows: Row[]
  total: number
  /** Whether there may be more than `total`: a search is not counted to its end. */
  isCapped: boolean
  next: string | null
  /** Whether the list is too long for the order that was asked for. */
  isSortSkipped: boolean
}

type Options = {
  signal?: AbortSignal
  /** It carries a file, or works on one: it takes as long as it takes. */
  isOfFile?: true
}

// As long as the proxy of docs/install.md waits for the server; no question to the database takes longer than 30 s.
const ANSWER_WITHIN_MS = 120_000

function requestOf(name: string, input: object): { path: string; init: RequestInit } {
  const [method = 'GET', pattern = '/'] = name.split(' ')
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = pattern.replace(/:(\w+)/g, (_whole, key: string) => {
    const value = rest.get(key)
    rest.delete(key)
    return encodeURIComponent(String(value))
  })
  if (method === 'GET') {
    const query = new URLSearchParams([...rest].map(([key, value]) => [key, String(value)])).toString()
    return { path: query === '' ? path : `${path}?${query}`, init: { method } }
  }
  // A JSON body is sent only when there is something to send.
  if (rest.size === 0) return { path, init: { method } }
  const headers = { 'content-type': 'application/json' }
  return { path, init: { method, headers, body: JSON.stringify(Object.fromEntries(rest)) } }
}

/** Asks until there is a whole answer, or until nobody can expect one any more: then `NoAnswer` is thrown. */
async function inTime<Answer>(
  name: string,
  { signal, isOfFile }: Options,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const ending = new AbortController()
  const end = () => ending.abort(signal?.reason)
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end)
  let isLate = false
  const giveUp = () => {
    isLate = true
    ending.abort()
  }
  const timer = isOfFile ? undefined : setTimeout(giveUp, ANSWER_WITHIN_MS)
  try {
    return await ask(ending.signal)
  } catch (error) {
    throw isLate ? new NoAnswer(name.startsWith('GET ')) : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

async function send(name: string, input: object, signal: AbortSignal): Promise<Response> {
  const { path, init } = requestOf(name, input)
  const answer = await fetch(path, { ...init, credentials: 'include', signal })
  if (answer.ok) {
    noteReadFrom(answer.headers)
    return answer
  }
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(wait) ? wait : undefined
  throw new CallFailed(answer.status, answer.statusText, await answer.text(), retryAfter)
}

/**
 * Makes a call of the contract and returns its answer; path parameters are taken out of the input, the rest
 * goes into the query of a GET and into the JSON body otherwise. Throws `CallFailed` for every other answer, and
 * `NoAnswer` where none comes.
 */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  options: Options = {},
): Promise<CallOutput<Name>> {
  return inTime(name, options, async (signal) => {
    const answer = await send(name, input, signal)
    // Tests and development hold every answer of the server against the contract; here that would only cost time.
    return (await answer.json()) as CallOutput<Name>
  })
}

/** Reads one page of a list together with `X-Total-Count` and `X-Next-Cursor` (docs/spec.md, 'Lists'). */
export async function callPage<Name extends ListName>(
  name: Name,
  input: CallInput<Name>,
  options: Options = {},
): Promise<Page<RowOf<Name>>> {
  return inTime(name, options, async (signal) => {
    const answer = await send(name, input, signal)
    const rows = (await answer.json()) as RowOf<Name>[]
    const total = Number(answer.headers.get('x-total-count') ?? rows.length)
    const isCapped = answer.headers.get('x-total-count-capped') === 'true'
    const isSortSkipped = answer.headers.get('x-sort-skipped') === 'true'
    return { rows, total, isCapped, next: answer.headers.get('x-next-cursor') || null, isSortSkipped }
  })
}
