/** What sets off a call and what bounds it, as the owner has it now. */
export type CallSetup = {
  /** The CRM tag that starts a call; empty where none does. */
  tag: string
  /** Whether the application form's signed word sets off a call, whatever page follows. */
  onForm: boolean
  perHour: number
  perDay: number
  /** The countries that may be called; none means the owner's own alone. */
  countries: readonly string[]
}

/** The countries that may be called. */
export const callableCountries = (
  { countries }: Pick<CallSetup, 'countries'>,
  ownCountry: string,
): readonly string[] => (countries.length === 0 ? [ownCountry] : countries)
