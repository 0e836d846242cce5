import { adPermission } from '#contract/ad-permission.ts'
import type { PixelMoment, PlannedEvent } from '#contract/ads-on-page.ts'
import { pixelPlan } from '#contract/site-content-pixel.ts'
import { PIXEL_ID } from './meta.ts'
import { siteContent } from './site-pages.ts'
import type { DemoVisitor } from './visitor.ts'

/** What a page of the demo reports to the pixel at one of its moments. */
export const plannedAt = (path: string, moment: PixelMoment): PlannedEvent[] =>
  pixelPlan({ ...siteContent.pixel, id: PIXEL_ID }, path).filter((planned) => planned.moment === moment)

/** Whether a browser at a place may report to the pixel without having been asked. */
export const mayReport = (timezone: string): boolean =>
  adPermission(siteContent.adConsent, { answer: undefined, timezone }) === 'granted'

/** Everything a visitor's browser reports to the pixel, oldest first. */
export function pixelMomentsOf({ place, visits, forms }: DemoVisitor) {
  if (!mayReport(place.timezone)) return []
  const happened = (path: string, moment: PixelMoment, at: number) =>
    plannedAt(path, moment).map((planned) => ({ path, planned, at: new Date(at) }))
  return [
    ...visits.flatMap(({ views }) =>
      views.flatMap(({ path, at }) => happened(path, 'load', at.getTime() + 2500)),
    ),
    ...forms.flatMap(({ page, at, elapsed }) => [
      ...happened(page, 'popup', at.getTime() - elapsed),
      ...happened(page, 'submit', at.getTime() + 500),
    ]),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
}
