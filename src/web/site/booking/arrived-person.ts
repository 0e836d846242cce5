import { personalParameters } from '#web/site/browser/clean-address.ts'
import { keep, recall } from '#web/site/browser/entry-memory.ts'
import { isPerson, isReachable, type Person, personIn } from './person.ts'

function arrive(): Person | undefined {
  const person = personIn(personalParameters)
  if (!isReachable(person)) return recall('person', isPerson)
  keep('person', person)
  return person
}

/** Who the address said is here, also after a reload; undefined where it had neither email nor phone. */
export const arrivedPerson: Person | undefined = arrive()
