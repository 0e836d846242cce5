import { arrivedParameters } from '#web/site/browser/clean-address.ts'
import { isReachable, type Person, personIn } from './person.ts'

const person = personIn(arrivedParameters)

/** Who the address said is here, also after a reload; undefined where it had neither email nor phone. */
export const arrivedPerson: Person | undefined = isReachable(person) ? person : undefined
