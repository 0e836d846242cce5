import type { AdEvent } from '#server/integrations/ads.ts'
import { type UserData, userData } from './user-data.ts'

/** An event as the Conversions API takes it. */
export type ServerEvent = {
  event_name: string
  /** Unix seconds. */
  event_time: number
  event_id: string
  action_source: 'website'
  event_source_url: string
  user_data: UserData
  custom_data?: { value?: number; currency?: string; content_name?: string }
}

/** Spells an event as the Conversions API wants it. A time ahead of `now` is a vendor's fast clock, and is told as now. */
export function serverEvent(event: AdEvent, now: Date): ServerEvent {
  const { value, currency, content } = event
  const custom = {
    // Never a currency without a value.
    ...(value !== null && currency !== null && { value, currency }),
    ...(content && { content_name: content }),
  }
  return {
    event_name: event.name,
    event_time: Math.floor(Math.min(event.at.getTime(), now.getTime()) / 1000),
    event_id: event.id,
    action_source: 'website',
    event_source_url: event.url,
    user_data: userData(event.person),
    ...(Object.keys(custom).length > 0 && { custom_data: custom }),
  }
}
