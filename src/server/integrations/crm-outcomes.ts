/** A calendar of the CRM. */
export type CrmCalendar = { id: string; name: string }

/** What the CRM says became of an appointment; `open` where it says nothing yet, `requested` where nobody confirmed it. */
export type CrmAppointmentStatus = 'requested' | 'open' | 'held' | 'no_show' | 'cancelled' | 'invalid'

/** An appointment of the CRM. Whom it is with is told by the contact's id alone. */
export type CrmAppointment = {
  id: string
  calendarId: string
  contactId: string
  status: CrmAppointmentStatus
  startAt: Date
  endAt: Date | null
  addedAt: Date | null
  /** When anything of it was changed last. */
  updatedAt: Date | null
}

/** A pipeline of the CRM with its stages, by id. */
export type CrmPipeline = { id: string; name: string; stages: Map<string, string> }

/** An opportunity of the CRM. */
export type CrmOpportunityRow = {
  id: string
  contactId: string
  pipelineId: string | null
  stageId: string | null
  status: 'open' | 'won' | 'lost' | 'abandoned'
  /** As it was typed; in no currency. */
  value: number | null
  changedAt: Date | null
}

/** Where the next page of opportunities begins. */
export type OpportunityCursor = { startAfter: number; startAfterId: string }

/** Items of an answer, and how many others in it could not be understood; those of another location count as neither. */
export type ReadItems<Item> = { items: Item[]; unread: number }

/** What is read from a CRM about what becomes of leads. Each call is one request, and fails with a `VendorError`. */
export type CrmOutcomes = {
  locationId: string
  listCalendars(): Promise<CrmCalendar[]>
  /** All appointments of a calendar that begin in a stretch of time, its end not included. */
  readAppointments(calendarId: string, stretch: { from: Date; to: Date }): Promise<ReadItems<CrmAppointment>>
  /** One appointment; null where it was deleted or is another location's, `unread` where it is there and says too little. */
  readAppointment(id: string): Promise<CrmAppointment | 'unread' | null>
  listPipelines(): Promise<CrmPipeline[]>
  /**
   * The next opportunities, of one pipeline or of all, in the order in which they were added; `next` is where to go on. What
   * lies behind a page that cannot be read is asked for by the number of its page, from 1.
   */
  readOpportunities(
    from: OpportunityCursor | { page: number } | undefined,
    pipelineId?: string,
  ): Promise<ReadItems<CrmOpportunityRow> & { next: OpportunityCursor | undefined; total: number | null }>
}
