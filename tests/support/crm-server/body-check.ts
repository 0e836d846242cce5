const TEXT = ['firstName', 'lastName', 'name', 'email', 'phone', 'address1', 'city', 'state', 'postalCode']
const MORE_TEXT = ['website', 'timezone', 'source', 'country', 'dateOfBirth', 'assignedTo']
const LISTS = ['tags', 'customFields']
const SETTINGS = ['dnd', 'dndSettings', 'inboundDndSettings']

/** The properties the CRM's update of a contact knows. */
export const updateProperties = [...TEXT, ...MORE_TEXT, ...LISTS, ...SETTINGS]

/** The properties the CRM's upsert knows. */
export const upsertProperties = [
  ...updateProperties,
  'locationId',
  'gender',
  'companyName',
  'createNewIfDuplicateAllowed',
]

/** The properties of a new custom field; the last three are accepted though not documented. */
export const customFieldProperties = [
  'name',
  'dataType',
  'placeholder',
  'acceptedFormat',
  'isMultipleFile',
  'maxNumberOfFiles',
  'textBoxListOptions',
  'position',
  'model',
  'parentId',
  'fieldKey',
  'description',
]

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** What the CRM's strict reader finds wrong with a body, one sentence each; empty when it is fine. */
export function bodyProblems(body: Record<string, unknown>, known: string[]): string[] {
  const problems = Object.keys(body)
    .filter((key) => !known.includes(key))
    .map((key) => `property ${key} should not exist`)
  for (const [key, value] of Object.entries(body)) {
    if (value === null || value === undefined) continue
    if ([...TEXT, ...MORE_TEXT].includes(key) && typeof value !== 'string')
      problems.push(`${key} must be a string`)
    if (LISTS.includes(key) && !Array.isArray(value)) problems.push(`${key} must be an array`)
  }
  if (typeof body.email === 'string' && !EMAIL.test(body.email)) problems.push('email must be an email')
  return problems
}
