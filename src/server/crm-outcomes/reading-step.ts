import type { CrmOutcomes } from '#server/integrations/crm-outcomes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ApplyingParts } from './apply-appointment.ts'
import type { ReadingRow } from './reading-store.ts'

/** What reading from the CRM needs. */
export type CrmReadingParts = ApplyingParts & {
  clock: Clock
  /** What can be read of the CRM as it is connected at the moment of asking. */
  crmOutcomes(): CrmOutcomes | undefined
  /** Reads anew how the CRM is connected, which another process may know already. */
  refreshVendors(): Promise<void>
  /** By what the CRM's location is known again. */
  crmAccount(): string | undefined
  changed(what: 'leads' | 'connections'): void
}

/** Reading while it is this process's turn: what is noted after the turn went to another one is lost. */
export type CrmTurn = CrmReadingParts & { turn: string }

/** A half's next step: what one request of the CRM brings. False where nothing is due. */
export type Step = (
  parts: CrmTurn,
  crm: CrmOutcomes,
  reading: ReadingRow & { location_key: string },
) => Promise<boolean>
