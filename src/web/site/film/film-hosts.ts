import type { PolicyDirective } from '#contract/page-rendering.ts'

type Hosts = Partial<Record<PolicyDirective, string[]>>

/** What Wistia lists for sites with a Content-Security-Policy, less search and error reporting. */
export const WISTIA: Hosts = {
  script: ['https://fast.wistia.com', 'https://fast.wistia.net', 'https://src.litix.io'],
  style: ['https://fast.wistia.com'],
  connect: ['https://*.wistia.com', 'https://*.wistia.net', 'https://*.litix.io'],
  frame: ['https://fast.wistia.com', 'https://fast.wistia.net'],
  img: ['https://*.wistia.com', 'https://*.wistia.net'],
  media: ['blob:', 'https://*.wistia.com', 'https://*.wistia.net'],
  font: ['data:', 'https://*.wistia.com'],
  worker: ['blob:'],
}

/** What YouTube's player without cookies needs: its frame. */
export const YOUTUBE: Hosts = { frame: ['https://www.youtube-nocookie.com'] }

/** What Vimeo's player needs: its frame. */
export const VIMEO: Hosts = { frame: ['https://player.vimeo.com'] }
