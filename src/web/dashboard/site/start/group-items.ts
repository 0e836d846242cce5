import type { MissingItem } from '#contract/content-api.ts'

/** The checklist in its parts: what each site needs, and the many videos of the portal by themselves. */
export type GroupedItems = { needed: MissingItem[]; videos: MissingItem[] }

/** Splits the checklist, so that thirty videos of the portal do not hide the five things that matter today. */
export function groupItems(items: MissingItem[]): GroupedItems {
  const isPortalVideo = ({ where }: MissingItem) => where.path?.startsWith('portal.') ?? false
  return {
    needed: items.filter((item) => !isPortalVideo(item)),
    videos: items.filter(isPortalVideo),
  }
}

/** How many of the items are done. */
export const countDone = (items: MissingItem[]): number =>
  items.filter(({ state }) => state === 'done').length
