/**
 * How the simulated CRM can go wrong.
 * - `down`: nothing listens, connections are refused; `reset`: connections are accepted and cut at once
 * - `half-open`: accepts a call and never answers; `half-answer`: answers the first bytes and never the rest;
 *   `slow`: answers after a while; `late`: does it and answers once `answerLate` is called
 * - `server-error`: 500; `garbage`: 200 with a body that is no JSON
 * - `scope-missing`, `agency-token`: 401 for a token that may not, or is none of the sub-account's
 * - `location-refused`: 403 for a token of another sub-account
 * - `token-revoked`: 401; `rate-limited`: 429; `daily-limit`: 429 with nothing left for today
 * - `refuse-yet-apply`: answers 422 and does it all the same
 * - `apply-then-hang-up`: does it and cuts the connection before answering
 * - `refuse-duplicates`: an upsert that matches a contact answers 400 with that contact's id
 * - `search-finds-nothing`: the look-up by email or phone comes back empty
 * - `forget-writes`: answers as if it had written, but did not
 */
export type FailureMode =
  | 'down'
  | 'reset'
  | 'half-open'
  | 'half-answer'
  | 'slow'
  | 'late'
  | 'server-error'
  | 'garbage'
  | 'token-revoked'
  | 'scope-missing'
  | 'agency-token'
  | 'location-refused'
  | 'rate-limited'
  | 'daily-limit'
  | 'refuse-yet-apply'
  | 'apply-then-hang-up'
  | 'refuse-duplicates'
  | 'search-finds-nothing'
  | 'forget-writes'

/** Limits a failure: to the next `times` calls, to calls that start with `on` (e.g. `POST /contacts`). */
export type FailureScope = { times?: number; on?: string; delayMs?: number }

/** The switch for one failure at a time. */
export class FailureSwitch {
  #mode: FailureMode | null = null
  #scope: FailureScope = {}
  #left = Number.POSITIVE_INFINITY

  get delayMs(): number {
    return this.#scope.delayMs ?? 2000
  }

  set(mode: FailureMode | null, scope: FailureScope = {}): void {
    this.#mode = mode
    this.#scope = scope
    this.#left = scope.times ?? Number.POSITIVE_INFINITY
  }

  /** The failure for this call, e.g. `POST /contacts/upsert`, counted down. */
  take(call: string): FailureMode | null {
    if (!this.#mode || this.#left <= 0 || !call.startsWith(this.#scope.on ?? '')) return null
    this.#left -= 1
    return this.#mode
  }
}
