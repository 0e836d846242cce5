import { fileURLToPath } from 'node:url'
import type { CrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { ownerPassword } from '#support/running-product.ts'
import type { Cluster } from './start-cluster.ts'

const RUN = fileURLToPath(new URL('../support/run-product.ts', import.meta.url))
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))
const READY = /Leadline is ready at (\S+)/

/** How the simulated CRM lets the product in. */
export const crmAccess = { token: 'pit-cluster', locationId: 'loc1' }

/** The environment by which the product reaches the cluster as deploy/cluster has it: pooled, and directly where it must. */
export const clusterEnvironment = (cluster: Cluster): Record<string, string> => ({
  DATABASE_URL: cluster.pooledUrl,
  DATABASE_DIRECT_URL: cluster.primaryUrl,
  DATABASE_READ_URL: cluster.replicaUrl,
  SECRET: 'the secret of all processes of a cluster',
})

/** Starts processes of the product on the cluster, one after the other; they end with the cluster's folder. */
export async function startWebs(cluster: Cluster, count: number, crm: CrmServer): Promise<string[]> {
  const urls: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const name = `web${number}`
    const web = cluster.folder.run(name, [process.execPath, RUN], {
      // The sources may be in a folder that only we can read.
      isOurs: true,
      environment: {
        ...clusterEnvironment(cluster),
        DATA_DIR: cluster.folder.make(name),
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: compiled,
        HOST: '127.0.0.1',
        PORT: '0',
        TRUST_PROXY: '1',
        LOG_LEVEL: 'warn',
        OWNER_PASSWORD: ownerPassword,
        GHL_TOKEN: crmAccess.token,
        GHL_LOCATION_ID: crmAccess.locationId,
        GHL_BASE_URL: crm.url,
        PRODUCT_OPTIONS: JSON.stringify({ retryDelaySeconds: 1 }),
      },
    })
    const url = await waitFor(
      `${name} to be ready`,
      () => {
        if (web.child.exitCode !== null) throw new Error(`${name} ended: ${web.log()}`)
        return READY.exec(web.log())?.[1]
      },
      90_000,
    )
    urls.push(url)
  }
  return urls
}
