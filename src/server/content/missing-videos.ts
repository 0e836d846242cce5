import type { SiteContent } from '#contract/site-content.ts'

/** Every place for a video: the three training pages and each video of the portal. */
export function missingVideos(
  content: SiteContent,
): { id: string; title: string; why: string; path: string; isThere: boolean }[] {
  const pages = (['freetraining', 'freetraining2', 'freetrainingc'] as const).map((page) => ({
    id: `video-${page}`,
    title: `Video on /${page}`,
    why: 'The page is about this video; until it is there, visitors are asked to wait.',
    path: `${page}.video.wistiaId`,
    isThere: content[page].video.wistiaId !== '',
  }))
  const portal = content.portal.weeks.flatMap(({ id, label, videos }, week) =>
    videos.map(({ title, wistiaId, embedUrl }, index) => ({
      id: `video-${id}-${index}`,
      title: `${label || `Week ${week + 1}`}: ${title || `video ${index + 1}`}`,
      why: 'Members see that it is on its way.',
      path: `portal.weeks.${week}.videos.${index}.wistiaId`,
      isThere: wistiaId !== '' || embedUrl !== '',
    })),
  )
  return [...pages, ...portal]
}
