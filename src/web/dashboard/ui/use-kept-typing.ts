import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import type { Unsaved } from './kept-in-tab.ts'

/** The values of a form, begun with what was typed before or else with `first`; what differs from that is kept until it is forgotten. */
export function useKeptTyping<Typed extends Record<string, string>>(
  unsaved: Unsaved<Typed>,
  first: Typed,
): [Typed, Dispatch<SetStateAction<Typed>>] {
  const [typed, setTyped] = useState(() => unsaved.read() ?? first)
  // Only what is typed says whether there is something to keep: what is saved or dropped is forgotten for good.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (Object.entries(typed).every(([name, value]) => first[name] === value)) unsaved.forget()
    else unsaved.write(typed)
  }, [typed])
  return [typed, setTyped]
}
