import { readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '#contract/endpoint.ts'

/** One call of the contract, e.g. method `GET`, path `/api/visitors/:id`. */
export type ContractCall = { method: string; path: string; endpoint: Endpoint }

const CONTRACT = new URL('../../src/contract/', import.meta.url)

/** Every call of every map in the contract's files, so that a new one is walked without being listed. */
export async function contractCalls(): Promise<ContractCall[]> {
  const calls: ContractCall[] = []
  for (const file of readdirSync(CONTRACT)
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .sort()) {
    const exported: Record<string, unknown> = await import(
      pathToFileURL(new URL(file, CONTRACT).pathname).href
    )
    for (const map of Object.values(exported))
      for (const [key, endpoint] of Object.entries(isObject(map) ? map : {})) {
        const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S+)$/.exec(key) ?? []
        if (method && path && isEndpoint(endpoint)) calls.push({ method, path, endpoint })
      }
  }
  return calls
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEndpoint = (value: unknown): value is Endpoint =>
  isObject(value) && 'for' in value && 'input' in value && 'output' in value
