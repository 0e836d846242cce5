import type { PlannedEvent } from '#contract/ads-on-page.ts'
import { pageAfterLead } from '#contract/lead-pages.ts'
import type { PageSetup } from '#contract/page-analytics.ts'

/** What the site and the installation say of a page. */
export type PageSetupParts = {
  pixelId(): string
  pixelPlan(path: string): PlannedEvent[]
  isCrmConnected(): boolean
}

/** What a page sends today and to whom (Tracking Codes, CRM Setup). */
export function readPageSetup(parts: PageSetupParts, path: string): PageSetup {
  const id = parts.pixelId()
  const after = pageAfterLead(path)
  return {
    // The owner's pages carry no tracker.
    isTracked: path !== '/analytics' && !path.startsWith('/analytics/'),
    // Home is where a page without a form would lead; no page with one leads there.
    afterLead: after === '/' ? null : after,
    pixel:
      id === ''
        ? null
        : {
            id,
            events: parts.pixelPlan(path).map(({ event, moment, once, value, currency, content }) => ({
              event,
              moment,
              once,
              value: value ?? null,
              currency: currency ?? null,
              content: content ?? null,
            })),
          },
    isCrmConnected: parts.isCrmConnected(),
  }
}
