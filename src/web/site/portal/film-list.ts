import type { VideoSource } from './video-source.ts'

/** One video of the portal as the page shows it. */
export type Film = {
  week: string
  index: number
  key: string
  item: HTMLElement
  link: HTMLAnchorElement
  source: VideoSource | undefined
  /** Its address at its host, for a new tab. */
  elsewhere: string
  title: string
}

function filmOf(item: HTMLElement, week: string, index: number): Film | undefined {
  const link = item.querySelector<HTMLAnchorElement>('.film')
  const { key, host, media } = item.dataset
  if (!link || key === undefined) return undefined
  const source: VideoSource | undefined =
    media && (host === 'youtube' || host === 'wistia') ? { host, id: media } : undefined
  const title = link.querySelector('.film-title')?.textContent ?? ''
  return { week, index, key, item, link, source, elsewhere: link.href, title }
}

/** The videos of a week in their order, read from its thumbnails. */
export const filmsOf = (week: HTMLElement): Film[] =>
  [...week.querySelectorAll<HTMLElement>('.films > li')].flatMap(
    (item, index) => filmOf(item, week.id, index) ?? [],
  )
