import { inject } from 'vitest'

/**
 * The variables that lead a product to a database of the run's server: through the run's pooler with a direct address
 * beside it, where there is one. Other addresses, and those that a test chose itself, stay what they are; so do settings in
 * an address (`options`), which a pooler refuses.
 */
export function throughPooler(environment: Record<string, string>): Record<string, string> {
  const pooler = inject('databasePoolerUrl')
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: chosen } = environment
  if (!pooler || !url || chosen !== undefined) return environment
  const address = URL.parse(url)
  if (address?.searchParams.has('options')) return environment
  if (address?.host !== new URL(inject('databaseServerUrl')).host) return environment
  address.host = new URL(pooler).host
  return { ...environment, DATABASE_URL: address.href, DATABASE_DIRECT_URL: url }
}
