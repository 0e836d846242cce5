import type { PolicyDirective } from '#contract/page-rendering.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { sourceOf } from '#contract/video-source.ts'
import { VIMEO, WISTIA, YOUTUBE } from '#web/site/film/film-hosts.ts'

type Hosts = Partial<Record<PolicyDirective, string[]>>

/** The third parties the portal speaks to: each video host that is in use, and the hosts of the owner's pictures. */
export function portalHosts(content: SiteContent): Hosts {
  const videos = content.portal.weeks.flatMap((week) => week.videos)
  const sources = videos.flatMap((video) => sourceOf(video) ?? [])
  const pictures = videos.flatMap(({ thumbnail }) =>
    thumbnail.startsWith('https://') ? new URL(thumbnail).origin : [],
  )
  const used = [
    sources.some((source) => source.host === 'wistia') ? WISTIA : {},
    sources.some((source) => source.host === 'youtube') ? YOUTUBE : {},
    sources.some((source) => source.host === 'vimeo') ? VIMEO : {},
    pictures.length > 0 ? { img: pictures } : {},
  ]
  const hosts: Hosts = {}
  for (const [directive, names] of used.flatMap(
    (part) => Object.entries(part) as [PolicyDirective, string[]][],
  ))
    hosts[directive] = [...new Set([...(hosts[directive] ?? []), ...names])]
  return hosts
}
