import { applyAll } from './apply-all.ts'

/** What a browser, a person or a vendor is asked about is looked up by index: receipts, advert events, the last delivery. */
export const up = applyAll([
  'create index consent_receipts_by_capture on consent_receipts (capture_id)',
  'create index ad_events_by_person on ad_events (person_id) where person_id is not null',
  "create index webhook_deliveries_done on webhook_deliveries (vendor, received_at desc, id desc) where state = 'done'",
])
