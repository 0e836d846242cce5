import type { PolicyDirective } from '#contract/page-rendering.ts'

type Hosts = Partial<Record<PolicyDirective, string[]>>

// Meta's own list for sites with a Content-Security-Policy.
const PIXEL: Hosts = {
  script: ['https://connect.facebook.net'],
  connect: ['https://connect.facebook.net', 'https://www.facebook.com'],
  img: ['https://www.facebook.com'],
}

/** A page's third parties, with those of the pixel beside them. */
export function withPixelHosts(hosts: Hosts): Hosts {
  const both = { ...hosts }
  for (const [directive, names] of Object.entries(PIXEL) as [PolicyDirective, string[]][])
    both[directive] = [...(hosts[directive] ?? []), ...names]
  return both
}
