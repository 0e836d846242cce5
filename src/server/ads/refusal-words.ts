import type { Judged } from './line-store.ts'

/** Why a row is not taken, as a sentence that says what to do. */
export function refusalWords({ problem, by, their_currency, their_day, their_through }: Judged): string {
  const where = by ? `“${by}”` : 'another import'
  const when = their_day === their_through ? their_day : `${their_day} to ${their_through}`
  if (problem === 'currency')
    return `This account’s spend is kept in ${their_currency} (${where}). Take that import back first, if it was wrong.`
  if (problem === 'days')
    return `This ad’s spend of ${when} is here as one sum (${where}). Take that import back to import it by day.`
  if (problem === 'part')
    return `The spend of ${when} is here for the whole campaign or ad set (${where}). Take that import back to import it by ad.`
  return `The spend of ${when} is here by ad already (${where}).`
}
