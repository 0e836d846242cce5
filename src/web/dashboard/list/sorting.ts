/** How a list is put in order: by one of its columns, upwards or downwards. */
export type Sorting<Name extends string> = { sort: Name; dir: 'asc' | 'desc' }

/** Reads the order that an address asks for ('name', or '-name' downwards); undefined where it names no column. */
export function readSorting<Name extends string>(
  text: string,
  names: readonly Name[],
): Sorting<Name> | undefined {
  const isDown = text.startsWith('-')
  const sort = names.find((name) => name === (isDown ? text.slice(1) : text))
  return sort && { sort, dir: isDown ? 'desc' : 'asc' }
}

/** The order the next press on a column asks for: the other way, and after both none. Numbers begin with the highest. */
export function nextSorting(text: string, name: string, isNumber: boolean): string {
  const [first, second] = isNumber ? [`-${name}`, name] : [name, `-${name}`]
  if (text === first) return second
  return text === second ? '' : first
}
