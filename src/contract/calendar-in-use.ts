/** Which calendar visitors book in: our own, the one behind the owner's link, or none. */
export type CalendarInUse = 'own' | 'link' | 'none'

/** The calendar that the owner's choice comes to; a link that is there is used unless they chose otherwise. */
export const calendarInUse = ({
  use,
  link,
}: {
  use: 'automatic' | 'own' | 'none'
  link: string
}): CalendarInUse => (use === 'automatic' && link !== '' ? 'link' : use === 'none' ? 'none' : 'own')
