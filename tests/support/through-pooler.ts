/**
 * The variables that lead a product to a database of the run's server: through the run's pooler with a direct address
 * beside it, where there is one. Other addresses, and those that a test chose itself, stay what they are; so do settings in
 * an address (`options`), which a pooler refuses.
 */
export function throughPooler(environment: Record<string, string>): Record<string, string> {
  // From the environment, as programs that are no tests start products, too.
  const { TEST_DATABASE_POOLER_URL: pooler, TEST_DATABASE_URL: server } = process.env
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: chosen } = environment
  if (!pooler || !server || !url || chosen !== undefined) return environment
  const address = URL.parse(url)
  if (address?.searchParams.has('options')) return environment
  if (address?.host !== new URL(server).host) return environment
  address.host = new URL(pooler).host
  return { ...environment, DATABASE_URL: address.href, DATABASE_DIRECT_URL: url }
}
