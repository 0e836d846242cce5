import { Children, type ReactNode } from 'react'

type FactLineProps = {
  /** Those that are not known stay away. */
  of: readonly (string | false | null | undefined)[]
  between?: string
}

/** Facts on one line; each stands apart, so that one from right to left does not turn round those beside it. */
export function FactLine({ of, between = ' · ' }: FactLineProps): ReactNode {
  const known = of.filter((fact) => typeof fact === 'string' && fact !== '')
  return Children.toArray(
    known.map((fact, place) => (
      <>
        {place > 0 && between}
        <bdi>{fact}</bdi>
      </>
    )),
  )
}
