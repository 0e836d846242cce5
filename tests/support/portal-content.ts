import { SiteContent } from '#contract/site-content.ts'

/**
 * The default content with a video or a link behind everything in the portal: YouTube, and the hosted player in
 * week 3.
 */
export function portalContent(): SiteContent {
  const content = SiteContent.parse({ brand: { email: 'help@coach.example' } })
  let number = 100
  for (const week of content.portal.weeks) {
    for (const video of week.videos) {
      number += 1
      if (week.id === 'week3') video.wistiaId = `media${number}`
      else video.embedUrl = `https://youtu.be/portal-x${number}`
    }
    for (const resource of week.resources) resource.url = `https://files.example/${number}`
  }
  return content
}
