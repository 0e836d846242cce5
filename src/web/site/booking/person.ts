/** Who someone is, as far as the URL says; nothing known is an empty text. */
export type Person = { first_name: string; last_name: string; email: string; phone: string }

const spellings = {
  email: ['email', 'mail', 'emailaddress', 'useremail', 'attendeeemail'],
  phone: ['phone', 'phonenumber', 'tel', 'telephone', 'mobile', 'attendeephonenumber'],
  first: ['firstname', 'fname', 'attendeefirstname'],
  last: ['lastname', 'lname', 'attendeelastname'],
  full: ['name', 'fullname', 'attendeename'],
}

/** An email address as it was meant: the plus that a query string turned into a space is put back. */
export const emailAsMeant = (value: string): string => value.trim().replaceAll(' ', '+')

/** Reads a person out of query parameters, however these spell their names; a full name is split at its first space. */
export function personIn(parameters: Record<string, string>): Person {
  const plain = new Map(
    Object.entries(parameters).map(([key, value]) => [
      key.toLowerCase().replace(/[^a-z]/g, ''),
      value.trim(),
    ]),
  )
  const said = (name: keyof typeof spellings): string =>
    spellings[name].map((key) => plain.get(key)).find(Boolean) ?? ''
  const [first = '', ...rest] = said('full').split(' ')
  return {
    first_name: said('first') || first,
    last_name: said('last') || (said('first') ? '' : rest.join(' ').trim()),
    email: emailAsMeant(said('email')),
    phone: said('phone'),
  }
}

/** Whether a person can be reached: an email or a phone is known. */
export const isReachable = (person: Person): boolean => person.email !== '' || person.phone !== ''

/** First and last name together. */
export const fullName = (person: Person): string => `${person.first_name} ${person.last_name}`.trim()
