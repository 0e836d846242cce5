import { newId } from './contact-book.ts'

/** An appointment of the simulated CRM, with times as the CRM writes them. */
export type CrmServerAppointment = {
  id: string
  title: string
  calendarId: string
  locationId: string
  contactId: string
  groupId: string
  appointmentStatus: string
  assignedUserId: string
  users: string[]
  startTime: string
  endTime: string
  dateAdded: string
  dateUpdated: string
}

/** An opportunity of the simulated CRM. */
export type CrmServerOpportunity = {
  id: string
  name: string
  monetaryValue: number
  pipelineId: string
  pipelineStageId: string
  status: string
  source: string
  lastStatusChangeAt: string
  createdAt: string
  updatedAt: string
  contactId: string
  locationId: string
  contact: { id: string; name: string; email: string; phone: string; tags: string[] }
}

/** What the simulated CRM knows of what became of contacts; tests change it behind the product's back. */
export class OutcomeBook {
  calendars: { id: string; name: string; locationId: string; isActive: boolean }[] = []
  /** Of any shape, so that a test may put nonsense there. */
  appointments: (CrmServerAppointment | Record<string, unknown>)[] = []
  pipelines: { id: string; name: string; stages: unknown[]; locationId: string }[] = []
  opportunities: (CrmServerOpportunity | Record<string, unknown>)[] = []
  /** Calendars that are listed and whose appointments it will not show, and appointments it will not show by their id. */
  readonly refused = new Set<string>()
  /** Calendars at whose appointments it stumbles each time, and opportunities at whose page. */
  readonly broken = new Set<string>()
  /** What it does where it is asked for a page of opportunities by its number. */
  pageNumbers: 'taken' | 'refused' | 'overlooked' = 'taken'
  readonly #locationId: string

  constructor(locationId: string) {
    this.#locationId = locationId
  }

  addCalendar(name: string): string {
    const id = newId()
    this.calendars.push({ id, name, locationId: this.#locationId, isActive: true })
    return id
  }

  /** Books an appointment of half an hour, confirmed. */
  book(told: Pick<CrmServerAppointment, 'calendarId' | 'contactId'> & Partial<CrmServerAppointment>) {
    const { startTime = '2026-11-20T16:00:00+05:30' } = told
    const appointment: CrmServerAppointment = {
      ...{
        id: newId(),
        title: 'Call',
        locationId: this.#locationId,
        groupId: 'group',
        assignedUserId: 'user',
      },
      ...{ users: [], appointmentStatus: 'confirmed', dateAdded: startTime, dateUpdated: startTime },
      endTime: new Date(Date.parse(startTime) + 1_800_000).toISOString(),
      ...told,
      startTime,
    }
    this.appointments.push(appointment)
    return appointment
  }

  addOpportunity(told: Pick<CrmServerOpportunity, 'contactId'> & Partial<CrmServerOpportunity>) {
    const { createdAt = '2026-11-01T10:00:00.000Z' } = told
    const opportunity: CrmServerOpportunity = {
      ...{ id: newId(), name: 'Deal', monetaryValue: 0, pipelineId: 'pipe', pipelineStageId: 'stage' },
      ...{ status: 'open', source: '', lastStatusChangeAt: createdAt, updatedAt: createdAt },
      locationId: this.#locationId,
      contact: { id: told.contactId, name: 'Ada', email: 'ada@example.com', phone: '', tags: [] },
      ...told,
      createdAt,
    }
    this.opportunities.push(opportunity)
    return opportunity
  }
}
