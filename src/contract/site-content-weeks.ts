import { z } from 'zod'
import { choice, link, list, mediaId, prose, words, youtubeLink } from './content-fields.ts'
import { resourceTypes, videoTypes } from './portal-item-types.ts'
import { type WeekStart, weekStarts } from './portal-weeks.ts'

/** One video of a week: by its YouTube address or its Wistia media id; with neither it is still on its way. */
export const VideoItem = z.object({
  title: words('Title', '', 120),
  description: prose('Description', '', 400),
  type: choice('Type', videoTypes, 'module'),
  duration: words('Duration, as shown', '', 20),
  embedUrl: youtubeLink('YouTube address'),
  wistiaId: mediaId('Wistia media id, in place of a YouTube address'),
  thumbnail: link('Address of a picture of its own'),
})

/** One resource of a week; without an address it is still on its way. */
export const ResourceItem = z.object({
  title: words('Title', '', 120),
  description: prose('Description', '', 300),
  type: choice('Type', resourceTypes, 'document'),
  url: link('Address'),
})

const week = (start: WeekStart) =>
  z
    .object({
      label: words('Short name', start.label, 40),
      title: words('Title', start.title, 120),
      wraps: z
        .boolean()
        .default(start.wraps)
        .meta({ title: 'Previous and Next go round: after the last video comes the first' }),
      videos: list('Videos', VideoItem, start.videos, 40),
      resources: list('Resources', ResourceItem, start.resources, 40),
      steps: list('Learning path', words('Step', '', 160), start.steps, 8),
      tipTitle: words('Title of the tip', start.tipTitle, 80),
      tip: prose('Tip', start.tip, 400),
    })
    .prefault({})
    .meta({ title: start.label })

/** The four weeks of the members’ portal (product.md §2 /trainingportal). */
export const PortalWeeks = z
  .object({
    week1: week(weekStarts.week1),
    week2: week(weekStarts.week2),
    week3: week(weekStarts.week3),
    week4: week(weekStarts.week4),
  })
  .prefault({})
  .meta({ title: 'Weeks' })

/** One week of the portal. */
export type WeekContent = z.output<typeof PortalWeeks>['week1']
/** One video of the portal. */
export type VideoContent = z.output<typeof VideoItem>
/** One resource of the portal. */
export type ResourceContent = z.output<typeof ResourceItem>
