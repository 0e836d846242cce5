import type { RenderedPage } from '#contract/page-rendering.ts'

type Hosts = RenderedPage['hosts']

/** A page's hosts with the other sites that its pictures come from: its policy must let in these and no others. */
export function withPictureHosts(hosts: Hosts, html: string): Hosts {
  const addresses = [...html.matchAll(/<img\b[^>]*?\ssrc="(https:\/\/[^"]+)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )
  const found = addresses.flatMap((address) => URL.parse(address)?.origin ?? [])
  return found.length > 0 ? { ...hosts, img: [...new Set([...(hosts.img ?? []), ...found])] } : hosts
}
