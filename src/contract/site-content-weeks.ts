import { z } from 'zod'
import {
  choice,
  filmField,
  link,
  list,
  mediaId,
  prose,
  toggle,
  vimeoLink,
  words,
  youtubeLink,
} from './content-fields.ts'
import { withEntryIds } from './entry-ids.ts'
import { resourceTypes, videoTypes } from './portal-item-types.ts'
import { weekStarts } from './portal-weeks.ts'

/**
 * One video of a week: a film of the owner's own, or by its YouTube or Vimeo address or its Wistia media id; with none
 * of them it is still on its way.
 */
export const VideoItem = z.object({
  title: words('Title', '', 120),
  description: prose('Description', '', 400),
  type: choice('Type', videoTypes, 'module'),
  duration: words('Duration, as shown', '', 20),
  film: filmField('Your own video, instead of a link'),
  embedUrl: youtubeLink('YouTube address'),
  vimeo: vimeoLink('Vimeo address, in place of the others'),
  wistiaId: mediaId('Wistia media id, in place of the others'),
  thumbnail: link('Address of a picture of its own'),
})

/** One resource of a week; without an address it is still on its way. */
export const ResourceItem = z.object({
  title: words('Title', '', 120),
  description: prose('Description', '', 300),
  type: choice('Type', resourceTypes, 'document'),
  url: link('Address'),
})

/** One week. Its id stays with it while it is moved: addresses, and what members have done, go by it. */
const Week = z.object({
  id: z
    .string()
    .regex(/^(week[1-9]\d{0,3})?$/, 'must be week and a number')
    .default('')
    .meta({ title: 'Name in addresses', format: 'automatic' }),
  label: words('Short name', '', 40),
  title: words('Title', '', 120),
  wraps: toggle(
    'Previous and Next wrap around: the first video follows the last. Off: they stop at the ends',
  ),
  videos: list('Videos', VideoItem, [], 40),
  resources: list('Resources', ResourceItem, [], 40),
  steps: list('Learning path', words('Step', '', 160), [], 8),
  tipTitle: words('Title of the tip', '', 80),
  tip: prose('Tip', '', 400),
})

/** The weeks of the members’ portal, in the order of their tabs (docs/spec.md, 'The portal'). */
export const PortalWeeks = z
  .array(Week)
  .min(1, 'must have at least one week')
  .max(12, 'must have at most 12 weeks')
  .overwrite((weeks) => withEntryIds('week', weeks))
  .prefault(weekStarts)
  .meta({ title: 'Weeks', entryIds: 'week' })

/** One week of the portal. */
export type WeekContent = z.output<typeof Week>
/** One video of the portal. */
export type VideoContent = z.output<typeof VideoItem>
/** One resource of the portal. */
export type ResourceContent = z.output<typeof ResourceItem>
