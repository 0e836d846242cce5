/** One call as the simulated CRM saw it. */
export type CrmServerRequest = {
  at: Date
  method: string
  /** Without the query. */
  path: string
  query: Record<string, string>
  version: string | undefined
  /** The token it came with. */
  token?: string | undefined
  /** Parsed, or undefined without one. */
  body: unknown
  /** Null when it was never answered. */
  status: number | null
  /** What it answered, or undefined. */
  answer: unknown
  /** What it changed, one line each, e.g. `contact created` or `tag added: vh01 - lead`; else empty. */
  effects: string[]
}
